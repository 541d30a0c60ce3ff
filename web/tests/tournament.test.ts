// Opening the output of `sow match`: files of many games and links.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { base, Visitor } from "./harness";
import { program } from "./server";
import { moreGames } from "../src/words/common";
import { open } from "../src/words/dialog";

it("opens a file of ten thousand games", async () => {
  const game = (i: number) => `[Variant "owari"]\n[South "player ${i}"]\n[North "other"]\n[Round "${i}.1"]\n\n1. E ${"abcdf"[i % 5]} *\n\n`;
  const text = Array.from({ length: 10_000 }, (_, i) => game(i + 1)).join("");
  const visitor = await Visitor.arrive();
  await visitor.choose("open");
  await visitor.page.setInputFiles("input[type=file]", { name: "m.ogn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await visitor.page.waitForSelector(`text=${open.contains(10000)}`);
  expect(await visitor.dialog().locator("li").count()).toBe(200);
  await visitor.button(moreGames(9800)).click();
  await visitor.page.waitForFunction(() => document.querySelectorAll("dialog li").length === 400);
  await visitor.dialog().getByLabel(open.find).fill("player 9876");
  await visitor.page.waitForFunction(() => document.querySelectorAll("dialog li").length === 1);
  await visitor.dialog().getByRole("button", { name: /^9876\. player 9876 – other/ }).click();
  await visitor.dialog().waitFor({ state: "detached" });
  await visitor.page.keyboard.press("End");
  await visitor.ready(2);
  expect(await visitor.ogn()).toContain('[Round "9876.1"]');
  await visitor.leave();
});

it("reports an invalid game of a file and opens the others", async () => {
  const visitor = await Visitor.arrive();
  await visitor.choose("open");
  await visitor.page.fill("#open-text", '[Variant "owari"]\n\n1. E e *\n\n[Variant "owari"]\n\n1. Z *\n');
  await visitor.dialog().getByRole("button", { name: open.open, exact: true }).click();
  await visitor.dialog().getByRole("button", { name: /^2\./ }).click();
  expect(await visitor.dialog().getByRole("alert").textContent()).toContain("Z");
  await visitor.dialog().getByRole("button", { name: /^1\./ }).click();
  await visitor.dialog().waitFor({ state: "detached" });
  await visitor.leave();
});

it("opens games from the HTML page of a match", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sow-match-"));
  const environment = { ...process.env, XDG_DATA_HOME: folder };
  const [page, games] = [join(folder, "page.html"), join(folder, "games.ogn")];
  execFileSync(program, ["match", "greedy", "random", "--game", "oware", "--games", "2", "--threads", "1", "--html", page,
    "--save", games, "--page", base], { env: environment });
  const links = [...readFileSync(page, "utf8").matchAll(/href="([^"]*)"/g)].map((match) => match[1]!);
  expect(links).toHaveLength(2);
  const moves = (ogn: string) => ogn.split("\n\n")[1]!.replace(/\s+/g, " ").trim();
  const first = moves(readFileSync(games, "utf8"));
  expect(links[0]!.startsWith(base)).toBe(true);
  const visitor = await Visitor.arrive({ address: links[0]!.slice(base.length) });
  expect(moves(await visitor.ogn())).toBe(first);
  await visitor.leave();
  rmSync(folder, { recursive: true });
});
