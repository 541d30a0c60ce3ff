// examples/tablebase.html: a page of another site that reads the endgame databases of a server.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { chromium, type Browser, type Page } from "playwright-core";
import { here, program, serve, type Served } from "./server";
import { serveFolder } from "./static.mjs";

describe.skipIf(inject("site") !== "")("the tablebase page", () => {
  const folder = mkdtempSync(join(tmpdir(), "sow-"));
  let other: Awaited<ReturnType<typeof serveFolder>>, open: Served, closed: Served, browser: Browser, page: Page;

  beforeAll(async () => {
    expect(spawnSync(program, ["db", "build", "kalah", "--seeds", "6", "--db", folder]).status).toBe(0);
    other = await serveFolder(here("../../examples"));
    open = await serve("--db", folder, "--cors", new URL(other.base).origin);
    closed = await serve("--db", folder);
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([open.stop(), closed.stop(), other.stop()]);
    rmSync(folder, { recursive: true });
  });

  const ask = async (server: Served, position: string): Promise<string> => {
    const query = new URLSearchParams({ server: server.base, game: "kalah", position });
    await page.goto(`${other.base}tablebase.html?${query}`);
    await page.click("button");
    await page.waitForFunction(() => !/^…?$/.test(document.querySelector("#result")!.textContent!));
    return (await page.textContent("#result"))!;
  };

  it("shows the proven result of every move", async () => {
    expect(await ask(open, "0-0-0-0-1-1-1-0-0-0-0-0-23-22-S")).toBe("South to move: win, = +4");
    expect(await page.locator("tbody tr").allTextContents()).toEqual(["Fwin= +4", "Edraw= 0"]);
  });

  it("shows the error of a position without a value", async () => {
    expect(await ask(open, "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S")).toMatch(/up to 6 seeds/);
    expect(await page.locator("table").isVisible()).toBe(false);
  });

  it("needs the server's permission", async () => {
    expect(await ask(closed, "0-0-0-0-1-1-1-0-0-0-0-0-23-22-S")).toBe("Failed to fetch");
  });
});
