// The explorer, the ladder, and saved games.
import { expect, it } from "vitest";
import { sizes, Visitor } from "./harness";
import { moreGames } from "../src/words/common";
import { ladder } from "../src/words/dialog";
import { explorer } from "../src/words/panel";
import * as play from "../src/words/play";
import { balance } from "../src/words/score";
import type { Score } from "../src/api/types";
import { Narrator } from "../src/words/narrator";

const row = (visitor: Visitor, move: string) => visitor.page.locator(".explorer tbody tr", { has: visitor.page.getByRole("button", { name: explorer.tryMove(move), exact: true }) });

it("shows scores, proven margins, and results of every move", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  // A lost game that started with E.
  await visitor.newGame("Owari", "human", "greedy");
  await page.keyboard.press("e");
  await visitor.ready(2);
  await visitor.resign();
  await page.waitForSelector(".result");

  await visitor.newGame("Owari", "human", "greedy");
  await visitor.ready(0);
  await visitor.tab("explorer").click();
  await page.waitForSelector(".explorer .score.proven >> text==+2");
  const moves = await page.$$eval(".explorer tbody tr", (rows) => rows.map((one) => one.querySelector("th")?.textContent?.trim()));
  expect(moves[0]).toBe("E"); // the only winning move
  expect(moves).toHaveLength(6);
  const last = (await row(visitor, moves[5]!).boundingBox())!;
  expect(last.y + last.height).toBeLessThan(sizes.desk.viewport.height); // beside the board, without scrolling
  expect(await row(visitor, "E").locator("td").nth(0).textContent()).toContain("=+2");
  expect(await row(visitor, "A").locator("td").nth(0).textContent()).toContain("=−4");
  expect(await row(visitor, "E").locator("td").nth(1).locator(".bar").getAttribute("aria-label")).toMatch(/^won \d+%, drawn \d+% of \d+ games$/);
  expect(await row(visitor, "E").locator("td").nth(2).locator(".bar").getAttribute("aria-label")).toBe(explorer.tally(1, 0, 0));
  expect(await row(visitor, "F").locator("td").nth(2).textContent()).toContain(explorer.none);
  // Board and hint agree.
  await page.waitForSelector('.value.proven.best >> text==+2');
  await page.keyboard.press("q");
  await page.waitForSelector(`.status:has-text("${play.hint}E: ${new Narrator("S").verdict({ final: 2, kind: "exact" } as Score, "S")}")`);
  // Trying a move is exploring.
  await visitor.button(explorer.tryMove("E")).click();
  await visitor.ready(1);
  await page.getByRole("region", { name: play.aside.exploring }).waitFor();
  await page.waitForSelector(".explorer td:has-text('100%')"); // the greedy reply won
  await visitor.leave();
});

it("stores many games and imports those of version 0.1", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  const saved = {
    game: "owari", rules: null, title: "Owari", position: null, line: [{ move: "E" }, { move: "e" }], at: [], paused: false,
    players: { S: "human", N: "greedy" }, resigned: "N", tags: {}, flipped: false,
  };
  // The format of version 0.1.
  await page.evaluate((saved) => {
    for (let i = 0; i < 450; ++i) localStorage.setItem(`sow.game.old${i}`, JSON.stringify({ id: `old${i}`, time: i, result: "18–18", plies: 2, saved, report: null }));
  }, saved);
  await page.reload();
  await visitor.ready(0);
  await page.waitForFunction(() => Object.keys(localStorage).every((key) => !key.startsWith("sow.game.")));
  await visitor.choose("games");
  await page.waitForFunction(() => document.querySelectorAll("dialog li").length === 200);
  await visitor.dialog().getByRole("button", { name: moreGames(0).split(" (")[0]! }).click();
  await page.waitForFunction(() => document.querySelectorAll("dialog li").length === 400);
  await page.keyboard.press("Escape");
  await visitor.tab("explorer").click();
  await page.waitForSelector(".explorer td:has-text('450')");
  await visitor.leave();
});

it("suggests the next ladder opponent and shows stars", async () => {
  const visitor = await Visitor.arrive({ size: "phone" });
  const { page } = visitor;
  await visitor.choose("ladder");
  await visitor.dialog().getByLabel(ladder.game).selectOption("Kalah");
  await page.waitForSelector(".next:has-text('Ama')");
  await visitor.button(ladder.play("Ama")).click();
  await page.waitForSelector('h1:has-text("Kalah")');
  await visitor.ready(0);
  expect(await page.textContent('[data-side="N"]')).toContain("Ama");
  // A win and a loss in the log.
  await page.evaluate(() => new Promise<void>((resolve) => {
    const request = indexedDB.open("sow");
    request.onsuccess = () => {
      const transaction = request.result.transaction("ladder", "readwrite");
      const entry = { game: "kalah", side: "S", moves: [], void: false };
      transaction.objectStore("ladder").put({ ...entry, id: "won", time: 1, who: "random", points: 1 });
      transaction.objectStore("ladder").put({ ...entry, id: "lost", time: 2, who: "engine:level=1", points: -1 });
      transaction.oncomplete = () => resolve();
    };
  }));
  await visitor.choose("ladder");
  await page.waitForSelector(".next:has-text('Kojo')");
  const rung = (name: string) => visitor.dialog().locator("li", { hasText: name });
  expect(await rung("Ama").locator(".stars").getAttribute("aria-label")).toBe(ladder.stars(1));
  expect(await rung("Ama").textContent()).toContain(ladder.score(1, 0, 0));
  expect(await rung("Kojo").locator(".stars").getAttribute("aria-label")).toBe(ladder.stars(0));
  expect(await visitor.dialog().locator("figcaption").textContent()).toContain(balance(2, "0"));
  await visitor.button(ladder.challenge("Ama")).click();
  // The next star is for winning with the other side.
  await page.waitForSelector('[data-side="S"]:has-text("Ama")');
  await visitor.leave();
});
