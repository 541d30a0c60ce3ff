// The page on a plain web server, without `sow serve` (scripts/site). The other browser tests run on it, too.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { base, isSite, Visitor } from "./harness";
import { serveFolder } from "./static.mjs";
import { close } from "../src/words/common";
import { newGame, players } from "../src/words/dialog";
import { engine, report } from "../src/words/panel";
import * as lesson from "../src/words/lesson";
import { policy } from "../vite.plugins";

const usedBy = (visitor: Visitor) => visitor.page.textContent(".engine");
const depth = (visitor: Visitor) => visitor.page.waitForFunction(() => /depth \d\d/.test(document.querySelector(".figures")?.textContent ?? ""));
const rules = 'name = "fours"\ntitle = "Fours"\nextends = "oware"\nsource = "A test."\n\n[[land]]\nat = "theirs"\ncount = 4\ntake = ["pit"]\n';

it("loads less than 150 kB compressed, including the list of games", async () => {
  const visitor = await Visitor.arrive();
  const loaded = await visitor.page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .map((entry) => ({ name: entry.name, weight: (entry as PerformanceResourceTiming).encodedBodySize })));
  const beforeEngine = loaded.filter(({ name }) => !/sow-[^/]*$/.test(name)); // it is loaded in the background
  const total = beforeEngine.reduce((sum, { weight }) => sum + weight, 0);
  expect(loaded.some(({ name, weight }) => (isSite ? /games-[^/]*\.json$/ : /\/api\/games$/).test(name) && weight > 0)).toBe(true);
  expect(loaded.length).toBeGreaterThanOrEqual(4); // page, script, style, games
  expect(loaded.map(({ name }) => name).join()).not.toMatch(/Explorer|themes|Trainer|puzzles/); // loaded on demand
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(150_000);
  await visitor.leave();
});

describe.runIf(isSite)("a site", () => {
  it("has a strict policy, no inline script, and a small engine", () => {
    const page = readFileSync(join(inject("site"), "index.html"), "utf8");
    const [, allowed] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page) ?? [];
    expect(allowed).toBe(policy);
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|http/);
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style|<[^>]* (style|on\w+)=/);
    const assets = readdirSync(join(inject("site"), "assets"));
    const engines = assets.filter((name) => /^sow-[\w-]+\.wasm\.gz$/.test(name));
    expect(engines).toHaveLength(1);
    expect(statSync(join(inject("site"), "assets", engines[0]!)).size).toBeLessThanOrEqual(800_000);
  });

  it("loads nothing from outside its folder and says that the engine is on this device", async () => {
    const visitor = await Visitor.arrive();
    const { page } = visitor;
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await page.reload();
    await visitor.newGame("Oware (Abapa)", "human", "engine");
    await visitor.ready(0);
    await page.keyboard.press("c");
    await visitor.ready(2);
    await visitor.tab("explorer").click();
    await page.waitForSelector(".explorer .bar");
    await visitor.choose("puzzles");
    await visitor.ready(0);
    expect(requested.some((url) => url.endsWith(".wasm"))).toBe(true);
    expect(requested.filter((url) => !url.startsWith(base) && !url.startsWith("blob:"))).toEqual([]);
    await visitor.button(close).click();
    await visitor.tab("moves").click();
    expect(await usedBy(visitor)).toContain(engine.device);
    await visitor.leave();
  });

  it("moves at once while an analysis runs, and stops the analysis", async () => {
    const visitor = await Visitor.arrive();
    const { page } = visitor;
    await visitor.newGame("Oware (Abapa)");
    await visitor.ready(0);
    await page.keyboard.press("v");
    await depth(visitor);
    for (const [i, key] of ["c", "d", "a"].entries()) {
      await page.keyboard.press(key);
      await visitor.ready(i + 1);
      await depth(visitor);
    }
    await page.keyboard.press("v");
    await page.waitForFunction(() => document.querySelector(".figures")?.textContent?.trim() === "");
    // The opponent answers while the analysis of another position runs.
    await visitor.newGame("Oware (Abapa)", "human", "greedy");
    await visitor.ready(0);
    await page.keyboard.press("v");
    await depth(visitor);
    await page.keyboard.press("f");
    await visitor.ready(2);
    await depth(visitor);
    await visitor.leave();
  });

  it("says so when the device runs out of memory, and the game continues", async () => {
    const visitor = await Visitor.arrive({ memory: 64 << 20 }); // too little for the table of an analysis
    const { page } = visitor;
    await visitor.newGame("Oware (Abapa)", "human", "greedy");
    await visitor.ready(0);
    await page.keyboard.press("v");
    await page.waitForFunction(() => /out of memory/.test(document.querySelector(".error")?.textContent ?? ""));
    await page.keyboard.press("v");
    await page.keyboard.press("c");
    await visitor.ready(2);
    await visitor.leave();
  });

  it("can be opened from a link at another place", async () => {
    const visitor = await Visitor.arrive();
    await visitor.newGame("Kalah");
    await visitor.page.keyboard.press("c");
    await visitor.ready(1);
    await visitor.choose("share");
    await visitor.page.waitForFunction(() => Boolean((document.querySelector("#share-link") as HTMLInputElement | null)?.value));
    const link = await visitor.page.inputValue("#share-link");
    await visitor.leave();
    expect(link.startsWith(`${base}#`)).toBe(true);
    const elsewhere = await serveFolder(inject("site"), "/");
    const reader = await Visitor.arrive({ server: elsewhere.base, address: new URL(link).hash });
    await reader.page.waitForSelector('h1:has-text("Kalah")');
    await reader.ready(1);
    await reader.leave();
    await elsewhere.stop();
  });

  describe("after one visit", () => {
    let server: Awaited<ReturnType<typeof serveFolder>>;
    beforeEach(async () => void (server = await serveFolder(inject("site"), "/offline/")));
    afterEach(() => server.stop());

    it.each(["desk", "phone"] as const)("does everything without a network (%s)", async (size) => {
      const visitor = await Visitor.arrive({ server: server.base, offline: true, size });
      const { page } = visitor;
      await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
      await server.stop();
      await page.reload();
      await visitor.ready(0);
      // A game with analysis, hint, and report.
      await visitor.newGame("Owari", "human", "engine");
      await visitor.ready(0);
      await page.click('[data-pit="E"]');
      await visitor.ready(2);
      await page.keyboard.press("q");
      await page.waitForSelector(".pit.hint");
      await visitor.tab("moves").click();
      await page.keyboard.press("v");
      await depth(visitor);
      await visitor.resign();
      await visitor.tab("report").click();
      await page.waitForSelector(".report table");
      await page.waitForSelector(".graph canvas");
      // A game whose book was never opened, a puzzle, and a lesson.
      await visitor.newGame("Hus");
      await visitor.ready(0);
      await visitor.tab("explorer").click();
      await page.waitForSelector(".explorer .bar");
      await visitor.choose("puzzles");
      await visitor.ready(0);
      await visitor.choose("learn");
      await page.waitForSelector(`.trainer h2:has-text("${lesson.topics.sow}")`);
      // Rules of your own, and a board that was never used.
      await visitor.choose("newGame");
      await page.setInputFiles("dialog input[type=file]", { name: "fours.toml", mimeType: "text/plain", buffer: Buffer.from(rules) });
      await page.waitForSelector('dialog h2:has-text("Fours")');
      await visitor.dialog().locator("summary", { hasText: newGame.more }).first().click();
      await visitor.dialog().getByLabel(players.choose("N")).selectOption("greedy");
      await visitor.button(newGame.start).click();
      await page.waitForSelector('h1:has-text("Fours")');
      await visitor.ready(0);
      await page.click('[data-pit="F"]');
      await visitor.ready(2);
      await visitor.choose("settings");
      await page.selectOption("#board-kind", "stone");
      await visitor.dialog().getByRole("button", { name: close }).click();
      await page.waitForFunction(() => getComputedStyle(document.documentElement).getPropertyValue("--pit-lip").includes("e8e5dd"));
      expect(await visitor.ogn()).toContain(`[Variant "fours"]`);
      await visitor.screenshot(`site-offline-${size}`);
      await visitor.leave();
    });
  });
});

describe.skipIf(isSite)("a server whose page contains the engine", async () => {
  const hasEngine = (await (await fetch(`${base}worker.js`)).text()).includes(".wasm");

  it.runIf(hasEngine)("sends no request for a move, and continues on the device when it stops", async () => {
    const { serve } = await import("./server");
    const threads = 3;
    const first = await serve("--threads", `${threads}`);
    const visitor = await Visitor.arrive({ server: first.base, engine: true });
    const { page } = visitor;
    await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith(".wasm")));
    await visitor.newGame("Oware (Abapa)", "human", "engine");
    await visitor.ready(0);
    expect(await usedBy(visitor)).toContain(engine.server(threads));
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await page.keyboard.press("f");
    await visitor.ready(2);
    expect(requested).toEqual(["/api/choose"]);
    await first.stop();
    await page.click(`[data-pit="${(await visitor.legal())[0]}"]`);
    await visitor.ready(4);
    expect(await usedBy(visitor)).toContain(engine.device);
    const again = await serve("--port", new URL(first.base).port, "--threads", `${threads}`);
    await visitor.button(engine.useServer).click();
    expect(await usedBy(visitor)).toContain(engine.server(threads));
    await visitor.tab("report").click();
    await visitor.button(report.create).click();
    await page.waitForSelector(".report table");
    await visitor.leave();
    await again.stop();
  });
});
