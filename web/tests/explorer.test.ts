// The explorer, the ladder, and the games behind them.
import { expect, it } from "vitest";
import { sizes, Visitor } from "./harness";

const tab = (visitor: Visitor, name: string) => visitor.page.getByRole("tab", { name }).click();
const row = (visitor: Visitor, move: string) => visitor.page.locator(".explorer tbody tr", { has: visitor.page.getByRole("button", { name: `Try ${move}`, exact: true }) });

it("shows what every move is worth, proven where it is solved, and how it did in games", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  // A game of one's own, lost after E.
  await visitor.newGame("Owari", "human", "greedy");
  await page.keyboard.press("e");
  await visitor.ready(2);
  await visitor.button("Resign").click();
  await visitor.dialog().getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector(".result");

  await visitor.newGame("Owari", "human", "greedy");
  await visitor.ready(0);
  await tab(visitor, "Explorer");
  await page.waitForSelector(".explorer .score.proven >> text==+2");
  const moves = await page.$$eval(".explorer tbody tr", (rows) => rows.map((one) => one.querySelector("th")?.textContent?.trim()));
  expect(moves[0]).toBe("E"); // the only move that wins
  expect(moves).toHaveLength(6);
  const last = (await row(visitor, moves[5]!).boundingBox())!;
  expect(last.y + last.height).toBeLessThan(sizes.desk.viewport.height); // beside the board, without scrolling
  expect(await row(visitor, "E").locator("td").nth(0).textContent()).toContain("=+2");
  expect(await row(visitor, "A").locator("td").nth(0).textContent()).toContain("=−4");
  expect(await row(visitor, "E").locator("td").nth(1).locator(".bar").getAttribute("aria-label")).toMatch(/^won \d+ %, drawn \d+ % of \d+ games$/);
  expect(await row(visitor, "E").locator("td").nth(2).locator(".bar").getAttribute("aria-label")).toBe("won 0 %, drawn 0 % of 1 game");
  expect(await row(visitor, "F").locator("td").nth(2).textContent()).toContain("none");
  // The board says the same, and so does the hint.
  await page.waitForSelector('.value.proven.best >> text==+2');
  await page.keyboard.press("q");
  await page.waitForSelector(".status:has-text('Hint: E: You win by 2, proven')");
  // A move is tried beside the game.
  await visitor.button("Try E").click();
  await visitor.ready(1);
  await page.getByRole("region", { name: "Exploring" }).waitFor();
  await page.waitForSelector(".explorer td:has-text('100 %')"); // the greedy reply, which won
  await visitor.leave();
});

it("keeps many games, and those that were kept before", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  const saved = {
    game: "owari", rules: null, title: "Owari", position: null, line: [{ move: "E" }, { move: "e" }], at: [], paused: false,
    players: { S: "human", N: "greedy" }, resigned: "N", tags: {}, flipped: false,
  };
  // As version 0.1 kept them.
  await page.evaluate((saved) => {
    for (let i = 0; i < 450; ++i) localStorage.setItem(`sow.game.old${i}`, JSON.stringify({ id: `old${i}`, time: i, result: "18–18", plies: 2, saved, report: null }));
  }, saved);
  await page.reload();
  await visitor.ready(0);
  await page.waitForFunction(() => Object.keys(localStorage).every((key) => !key.startsWith("sow.game.")));
  await visitor.choose("Your games");
  await page.waitForFunction(() => document.querySelectorAll("dialog li").length === 200);
  await visitor.dialog().getByRole("button", { name: /^More: 25\d games are not listed/ }).click();
  await page.waitForFunction(() => document.querySelectorAll("dialog li").length === 400);
  await page.keyboard.press("Escape");
  await tab(visitor, "Explorer");
  await page.waitForSelector(".explorer td:has-text('450')");
  await visitor.leave();
});

it("leads up a ladder of opponents, with stars for those who were beaten", async () => {
  const visitor = await Visitor.arrive({ size: "phone" });
  const { page } = visitor;
  await visitor.choose("Ladder");
  await visitor.dialog().getByLabel("Game of the ladder").selectOption("Kalah");
  await page.waitForSelector(".next:has-text('Sparrow')");
  await visitor.button("Play Sparrow").click();
  await page.waitForSelector('h1:has-text("Kalah")');
  await visitor.ready(0);
  expect(await page.textContent('[data-side="N"]')).toContain("Sparrow");
  // A win, as the page keeps it.
  await page.evaluate(() => new Promise<void>((resolve) => {
    const request = indexedDB.open("sow");
    request.onsuccess = () => {
      const transaction = request.result.transaction("games", "readwrite");
      const saved = { game: "kalah", rules: null, title: "Kalah", position: null, line: [], live: 9, at: [], players: { S: "human", N: "random" }, resigned: null, tags: {}, flipped: false, clock: null };
      transaction.objectStore("games").put({ id: "won", time: 1, result: "30–18", plies: 9, saved });
      transaction.objectStore("games").put({ id: "lost", time: 2, result: "8–40", plies: 9, saved: { ...saved, players: { S: "human", N: "engine:level=1" } } });
      transaction.oncomplete = () => resolve();
    };
  }));
  await visitor.choose("Ladder");
  await page.waitForSelector(".next:has-text('Mouse')");
  const rung = (name: string) => visitor.dialog().locator("li", { hasText: name });
  expect(await rung("Sparrow").locator(".stars").getAttribute("aria-label")).toBe("1 star");
  expect(await rung("Sparrow").textContent()).toContain("1 won, 0 lost");
  expect(await rung("Mouse").locator(".stars").getAttribute("aria-label")).toBe("0 stars");
  expect(await visitor.dialog().locator("figcaption").textContent()).toContain("0 after 2 games");
  await visitor.button("Play against Sparrow").click();
  // The other side gives the next star.
  await page.waitForSelector('[data-side="S"]:has-text("Sparrow")');
  await visitor.leave();
});
