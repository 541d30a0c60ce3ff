// Puzzles from mistakes, the daily puzzle, and what counts on the ladder.
import { expect, it } from "vitest";
import { option } from "../src/words/coach";
import { ladder, newGame } from "../src/words/dialog";
import { report, setup } from "../src/words/panel";
import * as play from "../src/words/play";
import { ladder as opponents } from "../src/words/players";
import * as lesson from "../src/words/lesson";
import * as train from "../src/words/train";
import { Visitor } from "./harness";
import { puzzleOnBoard, solve } from "./puzzle";

const saveProgress = (visitor: Visitor, progress: object) =>
  visitor.page.evaluate((text) => localStorage.setItem("sow.puzzles", text), JSON.stringify(progress));
const streak = (visitor: Visitor) => visitor.page.locator(".trainer dl div", { hasText: train.streak }).locator("dd").textContent();

it("accepts every best move in a puzzle from a mistake and measures its depth", async () => {
  for (const move of ["C", "E"]) {
    const visitor = await Visitor.arrive();
    const { page } = visitor;
    await saveProgress(visitor, { mistakes: [{ game: "owari", position: "3-0-4-4-1-4-4-0-0-1-5-5-4-1-S", line: ["C"], loss: 4 }] });
    await page.reload();
    await visitor.ready(0);
    await visitor.choose("puzzles");
    await visitor.button(train.mistakes(1)).click();
    await page.waitForSelector(`.trainer h2:has-text("${train.kinds.mistake}")`);
    await visitor.ready(0);
    expect(await page.textContent(".trainer .soft")).toMatch(/^Owari, rating \d+$/);
    await page.click(`[data-pit="${move}"]`);
    await page.waitForSelector(".verdict.good");
    expect(await page.textContent(".verdict")).toBe(train.correct(move));
    await visitor.leave();
  }
});

it.each(["puzzles", "learn"] as const)("closes an exercise before setting up a position (%s)", async (exercise) => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.newGame("Kalah", "human", "greedy");
  await visitor.ready(0);
  await visitor.choose(exercise);
  await page.waitForSelector(".trainer h2");
  await visitor.choose("setUp");
  await page.waitForSelector(".setup");
  await page.waitForSelector('h1:has-text("Kalah")');
  expect(await page.$(".trainer")).toBeNull();
  await visitor.button(setup.clear).click();
  await page.click('[data-pit="A"]');
  expect(await page.textContent(".diagram")).toMatch(/^1-0-/);
  await visitor.leave();
});

it("ends a stale streak and does not count a second try at the daily puzzle", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await saveProgress(visitor, { day: "2020-01-01", streak: 9 });
  await page.reload();
  await visitor.ready(0);
  await visitor.choose("puzzles");
  await page.waitForSelector(`.trainer h2:has-text("${train.kinds.daily}")`);
  await visitor.ready(0);
  expect(await streak(visitor)).toBe("0");
  const puzzle = await puzzleOnBoard(visitor, "owari");
  await visitor.button(train.showAnswer).click();
  await visitor.ready(puzzle.pv.length);
  await visitor.button(train.daily).click();
  await page.waitForSelector(".verdict:not(.good)");
  await solve(visitor, puzzle);
  await visitor.button(train.nextPuzzle).waitFor();
  expect(await streak(visitor)).toBe("0");
  expect(await visitor.button(train.daily).isEnabled()).toBe(true);
  await visitor.leave();
});

it("counts only unaided games on the ladder, and keeps a loss that is taken back", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  // Waits for the score, which is loaded after the dialog opens.
  const expectScore = async (text: string) => {
    await visitor.choose("ladder");
    await visitor.dialog().locator("li", { hasText: "Zuri" }).locator(".score", { hasText: text }).waitFor();
    await page.keyboard.press("Escape");
    await visitor.dialog().waitFor({ state: "detached" });
  };
  await visitor.newGame("Owari", "human", "greedy");
  await visitor.ready(0);
  await page.keyboard.press("e");
  await visitor.ready(2);
  await visitor.resign();
  await page.waitForSelector(".result");
  await expectScore(ladder.score(0, 0, 1));
  await page.keyboard.press("u");
  await visitor.ready(0);
  await expectScore(ladder.score(0, 0, 1));
  // A game with a hint.
  await visitor.newGame("Owari", "human", "greedy");
  await visitor.ready(0);
  await page.keyboard.press("q");
  await page.waitForSelector(".pit.hint");
  await page.keyboard.press("e");
  await visitor.ready(2);
  await visitor.resign();
  await page.waitForSelector(".result");
  await expectScore(ladder.score(0, 0, 1));
  // Games with a report before the end, with the coach, and against an opponent changed on the way.
  const helps: (() => Promise<void>)[] = [
    async () => {
      await visitor.tab("report").click();
      await visitor.button(report.create).click();
      await page.waitForSelector(".report table");
    },
    async () => {
      await visitor.choose("settings");
      await visitor.dialog().getByLabel(option).check();
      await page.keyboard.press("Escape");
    },
    async () => {
      await visitor.choose("settings");
      for (const who of ["random", "greedy"]) await visitor.dialog().getByLabel(newGame.opponent).selectOption(who);
      await page.keyboard.press("Escape");
    },
  ];
  for (const help of helps) {
    await visitor.newGame("Owari", "human", "greedy");
    await visitor.ready(0);
    await page.keyboard.press("e");
    await visitor.ready(2);
    await help();
    await visitor.dialog().waitFor({ state: "detached" });
    await visitor.resign();
    await page.waitForSelector(".result");
    await expectScore(ladder.score(0, 0, 1));
  }
  await visitor.leave();
});

it("gives newcomers the easiest opponent if they skip the lesson", async () => {
  const visitor = await Visitor.arrive({ first: true });
  await visitor.page.waitForSelector(".trainer");
  await visitor.button(lesson.skip).click();
  await visitor.page.waitForSelector(`[data-side="N"]:has-text("${opponents[1]!.name}")`);
  await visitor.page.reload();
  await visitor.page.waitForSelector(`[data-side="N"]:has-text("${opponents[1]!.name}")`);
  expect(await visitor.page.textContent('[data-side="S"]')).toContain(play.state.toMove);
  await visitor.leave();
});
