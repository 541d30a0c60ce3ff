// The first visit, lessons, puzzles, addresses, and offline use.
import { expect, it } from "vitest";
import type { PositionInfo } from "../src/api/client";
import type { Coaching, LessonStep } from "../src/api/types";
import { itNeedsServer, post, Visitor } from "./harness";
import { puzzleOnBoard, solve } from "./puzzle";
import { serve } from "./server";
import { checkLayout, violations, withAxe } from "./views";
import { comment, option, takeBack } from "../src/words/coach";
import { close, tryAgain } from "../src/words/common";
import { damagedLink, unreachable } from "../src/words/errors";
import { ladder } from "../src/words/players";
import * as lesson from "../src/words/lesson";
import * as train from "../src/words/train";

const lessonOf = async (game: string) => (await post<{ steps: LessonStep[] }>("api/lesson", { game })).steps;
const heading = (visitor: Visitor, topic: LessonStep["topic"]) => visitor.page.waitForSelector(`.trainer h2:has-text("${lesson.topics[topic]}")`);

it("starts with a lesson that explains wrong moves, then the easiest opponent and the coach", async () => {
  const visitor = await Visitor.arrive({ first: true, size: "phone" });
  const { page } = visitor;
  const steps = await lessonOf("owari");
  expect(steps.map(({ topic }) => topic)).toEqual(expect.arrayContaining(["sow", "aim", "capture", "defend", "win", "end"]));
  let missed = 0;
  for (const step of steps) {
    const { topic, good } = step;
    await heading(visitor, topic);
    if (topic === "end") break;
    await visitor.ready(0);
    expect(await visitor.button(lesson.next).isDisabled()).toBe(true);
    expect(await page.textContent(".task")).toBe(lesson.task(step));
    const wrong = (await visitor.legal()).find((pit) => !good.includes(pit));
    if (wrong) {
      missed += 1;
      await page.tap(`[data-pit="${wrong}"]`);
      await page.waitForSelector(`.verdict:has-text("${wrong}")`);
      const { legal } = await post<PositionInfo>("api/play", { game: "owari", position: step.position.diagram });
      expect(await page.textContent(".verdict")).toBe(lesson.wrong(step, legal.find(({ move }) => move === wrong)!));
      await visitor.ready(0);
    }
    if (topic === "win") await visitor.button(lesson.show).click();
    else await page.tap(`[data-pit="${good[0]}"]`);
    await page.waitForSelector(".verdict.good");
    expect(await page.textContent(".verdict")).toBe(topic === "win" ? lesson.answer(good[0]!) : lesson.correct(good[0]!));
    await visitor.screenshot(`lesson-${topic}-phone`);
    await visitor.button(lesson.next).click();
  }
  const tasks = steps.length - 1;
  expect(await page.textContent(".trainer")).toContain(lesson.summary(tasks - missed, tasks));
  await visitor.screenshot("lesson-phone");
  // A task from the summary, and back to it.
  await visitor.button(lesson.retryTopic(lesson.topics.aim)).click();
  await heading(visitor, "aim");
  await visitor.ready(0);
  await page.tap(`[data-pit="${steps.find(({ topic }) => topic === "aim")!.good[0]}"]`);
  await page.waitForSelector(".verdict.good");
  await visitor.button(lesson.next).click();
  await heading(visitor, "end");
  expect(await page.textContent(".trainer")).toContain(lesson.summary(tasks - missed + 1, tasks));
  await visitor.button(lesson.play).click();
  await page.waitForSelector(`[data-side="N"]:has-text("${ladder[1]!.name}")`);
  await visitor.choose("settings");
  expect(await visitor.dialog().getByLabel(option).isChecked()).toBe(true);
  await page.keyboard.press("Escape");
  // Only the first visit starts with a lesson.
  await page.reload();
  await visitor.ready(0);
  expect(await page.$(".trainer")).toBeNull();
  await visitor.leave();
});

it("can be done by keyboard, in every size, in games with special rules", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await page.evaluate(withAxe);
  for (const [title, game] of [["Kalah", "kalah"], ["Hus", "hus"]] as const) {
    await visitor.newGame(title);
    await visitor.choose("learn");
    for (const { topic, good: [move = ""] } of await lessonOf(game)) {
      await heading(visitor, topic);
      await visitor.ready(0);
      if (topic === "end") break;
      await page.keyboard.press(move);
      await page.waitForSelector(".verdict.good");
      await visitor.button(lesson.next).focus();
      await page.keyboard.press("Enter");
    }
    for (const size of ["wide", "tablet", "landscape", "phone"] as const) {
      await visitor.resize(size);
      for (const theme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await checkLayout(visitor, `lesson of ${title}`, size);
        await visitor.screenshot(`lesson-${game}-${size}-${theme}`);
        expect(await violations(visitor), `${title} at ${size}, ${theme}`).toEqual([]);
      }
    }
    await visitor.resize("desk");
    await visitor.button(lesson.close).click();
    await page.waitForSelector(".trainer", { state: "detached" });
  }
  await visitor.leave();
});

it("says with the coach what a move lost, and offers to take it back", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await page.evaluate(withAxe);
  await visitor.newGame("Owari", "human", "greedy");
  await visitor.ready(0);
  await visitor.choose("settings");
  await visitor.dialog().getByLabel(option).check();
  await page.keyboard.press("Escape");
  await visitor.dialog().waitFor({ state: "detached" });
  const { moves } = await post<Coaching>("api/coach", { game: "owari" });
  expect(moves[0]!.mark).toBeNull();
  const worst = moves.at(-1)!;
  const { legal } = await post<PositionInfo>("api/play", { game: "owari" });
  await page.click(`[data-pit="${worst.move}"]`);
  const said = comment(worst, legal.find(({ move }) => move === worst.move)!);
  await page.waitForSelector(`.coach:has-text("${said}")`);
  await visitor.ready(2); // the computer has replied
  expect(await page.textContent(".coach")).toContain(said);
  for (const size of ["wide", "tablet", "landscape", "phone"] as const) {
    await visitor.resize(size);
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await checkLayout(visitor, "coach", size);
      await visitor.screenshot(`coach-${size}-${theme}`);
      expect(await violations(visitor), `coach at ${size}, ${theme}`).toEqual([]);
    }
  }
  await visitor.resize("desk");
  await visitor.button(takeBack).click();
  await visitor.ready(0);
  expect(await visitor.button(takeBack).count()).toBe(0); // the comment stays
  await page.click(`[data-pit="${moves[0]!.move}"]`);
  await visitor.ready(2);
  expect(await page.$(".coach")).toBeNull();
  await visitor.leave();
});

it("counts solved puzzles and returns to the game", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.newGame("Kalah", "human", "greedy");
  await visitor.ready(0);
  await visitor.choose("puzzles");
  await page.waitForSelector(`.trainer h2:has-text("${train.kinds.daily}")`);
  await page.waitForSelector('h1:has-text("Kalah")'); // the puzzles of the game on the board
  const puzzle = await puzzleOnBoard(visitor, "kalah");
  await solve(visitor, puzzle);
  await visitor.button(train.nextPuzzle).waitFor();
  expect(await page.textContent(".trainer dl")).toMatch(new RegExp(`${train.solved}\\s*1\\s*${train.streak}\\s*1`));
  await visitor.screenshot("puzzle-desk-light");
  await visitor.button(train.showLine).click();
  await visitor.ready(puzzle.pv.length);
  await visitor.button(train.nextPuzzle).click();
  await visitor.ready(0);
  await visitor.button(train.showAnswer).click();
  await page.waitForSelector(".verdict.good");
  await page.getByLabel(train.puzzlesFor).selectOption("Toguz kumalak");
  await page.waitForSelector('h1:has-text("Toguz kumalak")');
  await visitor.ready(0);
  await visitor.button(close).click();
  await page.waitForSelector('h1:has-text("Kalah")');
  await visitor.ready(0);
  expect(await visitor.legal()).toContain("A");
  // Exercises are not saved.
  await visitor.choose("games");
  await visitor.dialog().locator("li").first().waitFor();
  expect(await visitor.dialog().locator("li").allTextContents()).toEqual([expect.stringContaining("Kalah")]);
  await visitor.leave();
});

it("has an address for each position and supports Back and Forward", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.newGame("Owari");
  await page.keyboard.press("e");
  await visitor.ready(1);
  const address = await visitor.addressOf(1);
  await page.keyboard.press("a");
  await visitor.ready(2);
  await visitor.addressOf(2);
  await visitor.newGame("Kalah");
  await visitor.ready(0);
  await page.keyboard.press("a");
  await visitor.ready(1);
  await page.goBack();
  await page.waitForSelector('h1:has-text("Owari")');
  await visitor.ready(2);
  await page.goForward();
  await page.waitForSelector('h1:has-text("Kalah")');
  await page.goto(address);
  await page.waitForSelector('h1:has-text("Owari")');
  await visitor.ready(1);
  // Another browser opens the whole game, as a study.
  const guest = await Visitor.arrive({ address: new URL(address).hash });
  await guest.page.waitForSelector('h1:has-text("Owari")');
  await guest.ready(1);
  expect(await guest.page.textContent(".status")).not.toContain(damagedLink);
  await guest.leave();
  await visitor.leave();
});

itNeedsServer("opens offline after the first visit and recovers", async () => {
  // A stopped server, since Chromium's offline emulation now and then fails navigations that a service worker answers.
  let server = await serve();
  const visitor = await Visitor.arrive({ server: server.base, offline: true });
  const { page } = visitor;
  expect((await (await fetch(new URL("/manifest.webmanifest", page.url()))).json()).short_name).toBe("Sow");
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
  const hasEngine = await page.evaluate(async () => (await (await caches.open("sow-3")).keys()).some(({ url }) => url.includes(".wasm")));
  await server.stop();
  await page.reload();
  await page.waitForSelector(".board");
  if (hasEngine) return visitor.ready(0).then(() => visitor.leave());
  await page.waitForSelector(`.status:has-text("${unreachable}")`);
  server = await serve("--port", new URL(server.base).port);
  await visitor.button(tryAgain).click();
  await visitor.ready(0);
  await visitor.leave();
  await server.stop();
});
