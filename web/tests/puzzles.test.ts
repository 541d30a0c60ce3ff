// Puzzles of several moves, their themes, and the rush.
import { expect, it } from "vitest";
import { owner } from "../src/api/sides";
import { puzzlesAddress } from "../src/train/puzzles";
import { maxStrikes } from "../src/train/rush";
import * as train from "../src/words/train";
import { Visitor } from "./harness";
import { puzzleOnBoard, solve } from "./puzzle";
import { violations, withAxe } from "./views";

const figure = (visitor: Visitor, name: string) => visitor.page.locator(".trainer dl div", { hasText: name }).locator("dd").textContent();

it("asks for every move of a puzzle, plays the replies, and says why", async () => {
  const visitor = await Visitor.arrive({ address: puzzlesAddress("owari", "sacrifice") });
  const { page } = visitor;
  await page.waitForSelector(`.trainer h2:has-text("${train.kinds.next}")`);
  await page.waitForSelector('h1:has-text("Owari")');
  const puzzle = await puzzleOnBoard(visitor, "owari");
  const length = puzzle.pv.filter((move) => owner(move) === owner(puzzle.pv[0]!)).length;
  expect(length).toBeGreaterThan(1);
  expect(await page.textContent(".trainer")).toContain(train.progress(0, length));
  // A wrong move is taken back, and the puzzle can still be solved.
  const wrong = (await visitor.legal()).find((pit) => pit !== puzzle.pv[0])!;
  await page.click(`[data-pit="${wrong}"]`);
  await page.waitForSelector(`.verdict:has-text("${train.wrong(wrong)}")`);
  await solve(visitor, puzzle);
  await page.waitForSelector(".verdict.good");
  const text = (await page.textContent(".trainer"))!;
  expect(text).toContain(train.themes.sacrifice);
  expect(text).toMatch(/better than any other move, proven (\d+ plies deep|to the end of the game)\./);
  expect(await figure(visitor, train.solved)).toBe("0");
  expect(Number(await figure(visitor, train.rating))).toBeLessThan(800);
  // The next puzzle has the same theme; another theme and game can be chosen.
  await visitor.button(train.nextPuzzle).click();
  await page.waitForSelector(".verdict:not(.good)");
  const next = await puzzleOnBoard(visitor, "owari");
  expect(next.position).not.toBe(puzzle.position);
  await solve(visitor, next);
  await page.waitForSelector(".verdict.good");
  expect(await figure(visitor, train.solved)).toBe("1");
  expect(await page.getByLabel(train.theme).inputValue()).toBe("sacrifice");
  await page.getByLabel(train.puzzlesFor).selectOption("Kalah");
  await page.waitForSelector('h1:has-text("Kalah")');
  await visitor.ready(0);
  await page.getByLabel(train.theme).selectOption(train.themes["extra-turns"]);
  await visitor.ready(0);
  await visitor.button(train.showAnswer).click();
  await page.waitForSelector(`.trainer b:has-text("${train.themes["extra-turns"]}")`);
  await page.evaluate(withAxe);
  expect(await violations(visitor)).toEqual([]);
  await visitor.leave();
});

it("counts solved puzzles and mistakes in a rush, and keeps the best score", async () => {
  const visitor = await Visitor.arrive({ address: puzzlesAddress("kalah", null) });
  const { page } = visitor;
  await page.waitForSelector(".trainer h2");
  await visitor.ready(0);
  await visitor.button(train.rush(3)).click();
  await page.waitForSelector(`.trainer h2:has-text("${train.kinds.rush}")`);
  await page.evaluate(withAxe);
  expect(await violations(visitor)).toEqual([]);
  const first = await puzzleOnBoard(visitor, "kalah");
  await solve(visitor, first);
  await page.waitForSelector(".verdict:not(.good)"); // the next puzzle
  expect(await figure(visitor, train.solved)).toBe("1");
  for (let strikes = 1; strikes <= maxStrikes; ++strikes) {
    const puzzle = await puzzleOnBoard(visitor, "kalah");
    const wrong = (await visitor.legal()).find((pit) => pit !== puzzle.pv[0])!;
    await page.click(`[data-pit="${wrong}"]`);
    await page.waitForSelector(`.trainer dl:has-text("${strikes} / ${maxStrikes}")`);
    if (strikes < maxStrikes) await page.waitForSelector('.verdict:text-is("")', { state: "attached" });
  }
  await page.waitForSelector(`.trainer:has-text("${train.rushResult(1, 3, true)}")`);
  expect(await figure(visitor, train.best)).toBe("1");
  expect(await violations(visitor)).toEqual([]);
  // A second rush is no record, and ends when the user wants it to.
  await visitor.button(train.rushAgain).click();
  await visitor.button(train.endRush).click();
  await page.waitForSelector(`.trainer:has-text("${train.rushResult(0, 3, false)}")`);
  expect(await figure(visitor, train.best)).toBe("1");
  await visitor.button(train.morePuzzles).click();
  await page.waitForSelector(`.trainer h2:has-text("${train.kinds.next}")`);
  await visitor.leave();
});

it("ends a rush when the time is up", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await page.clock.install();
  await visitor.choose("puzzles");
  await page.waitForSelector(".trainer h2");
  await visitor.button(train.rush(5)).click();
  await page.waitForSelector('[role="timer"]');
  await page.clock.fastForward("04:30");
  await page.waitForSelector('[role="timer"]:has-text("0:")');
  await page.clock.fastForward("00:31");
  await page.waitForSelector(`.trainer:has-text("${train.rushResult(0, 5, false)}")`);
  await visitor.leave();
});
