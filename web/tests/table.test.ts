// Two people at one board, clocks, and zen mode.
import { expect, it } from "vitest";
import { Visitor } from "./harness";
import { newGame, players } from "../src/words/dialog";
import * as play from "../src/words/play";
import type { Ending } from "../src/api/types";
import { Narrator } from "../src/words/narrator";

const below = (visitor: Visitor) => visitor.page.$eval(".bottom .strip", (strip) => strip.getAttribute("data-side"));

it("turns the board to the player to move if set", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.gamePage();
  await visitor.dialog().getByLabel(players.choose("N")).selectOption("human");
  await visitor.dialog().getByLabel(newGame.turnBoard).check();
  await visitor.button(newGame.start).click();
  await visitor.ready(0);
  expect(await below(visitor)).toBe("S");
  await page.keyboard.press("e");
  await visitor.ready(1);
  await page.waitForFunction(() => document.querySelector(".bottom .strip")?.getAttribute("data-side") === "N");
  await page.keyboard.press("a");
  await visitor.ready(2);
  await page.waitForFunction(() => document.querySelector(".bottom .strip")?.getAttribute("data-side") === "S");
  await visitor.leave();
});

it("runs clocks, saves them, and ends the game on time", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  const time = (side: string) => page.textContent(`[data-side="${side}"] .clock`);
  await visitor.gamePage();
  await visitor.dialog().getByLabel(players.choose("N")).selectOption("human");
  await visitor.dialog().getByLabel(newGame.clock).selectOption(newGame.minutes(1));
  await visitor.button(newGame.start).click();
  await visitor.ready(0);
  await page.clock.runFor(10_000);
  expect([await time("S"), await time("N")]).toEqual(["1:00", "1:00"]); // starts with the first move
  await page.keyboard.press("e");
  await visitor.ready(1);
  await page.waitForSelector('[data-side="N"] .clock.runs');
  await page.clock.runFor(20_000);
  expect([await time("S"), await time("N")]).toEqual(["1:00", "0:40"]);
  await page.keyboard.press("a");
  await visitor.ready(2);
  await page.waitForSelector('[data-side="S"] .clock.runs');
  await page.clock.runFor(5_000);
  // Going back does not stop the clock.
  await page.keyboard.press("ArrowLeft");
  await visitor.ready(1);
  await page.clock.runFor(5_000);
  expect([await time("S"), await time("N")]).toEqual(["0:50", "0:40"]);
  await page.keyboard.press("Escape");
  await visitor.ready(2);
  await page.reload();
  await visitor.ready(2);
  expect(await time("N")).toBe("0:40");
  await page.waitForSelector('[data-side="S"] .clock.runs');
  await page.clock.runFor(61_000);
  const headline = new Narrator(null).headline({ reason: "time", side: "S", winner: "N" } as Ending);
  await page.waitForSelector(`.result:has-text("${headline}")`);
  expect(await page.textContent("[role=status]")).toContain(headline); // announced to screen readers
  expect(await visitor.ogn()).toContain('[Termination "time forfeit"]');
  await visitor.leave();
});

it("shows only the board in zen mode", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  const height = () => page.$eval(".wood", (board) => board.getBoundingClientRect().height);
  const before = await height();
  await page.keyboard.press("z");
  await page.waitForSelector(".page.zen");
  expect(await page.$$("aside, header")).toEqual([]);
  expect(await height()).toBeGreaterThan(before);
  await page.keyboard.press("e");
  await visitor.ready(2);
  await visitor.button(play.leaveZen).click();
  await page.waitForSelector("aside");
  await page.keyboard.press("z");
  await page.keyboard.press("Escape");
  await page.waitForSelector("aside");
  await visitor.leave();
});
