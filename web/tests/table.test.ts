// Two people at one board, clocks, themes, and the board alone.
import { expect, it } from "vitest";
import { Visitor } from "./harness";

const below = (visitor: Visitor) => visitor.page.$eval(".table .strip:nth-of-type(3)", (strip) => strip.getAttribute("data-side"));

it("turns the board to whoever moves, if two people like it", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.choose("New game");
  await visitor.dialog().getByLabel("Who plays North").selectOption("human");
  await visitor.dialog().getByLabel("Turn the board").check();
  await visitor.button("Begin").click();
  await visitor.ready(0);
  expect(await below(visitor)).toBe("S");
  await page.keyboard.press("e");
  await visitor.ready(1);
  await page.waitForFunction(() => document.querySelector(".table .strip:nth-of-type(3)")?.getAttribute("data-side") === "N");
  await page.keyboard.press("a");
  await visitor.ready(2);
  await page.waitForFunction(() => document.querySelector(".table .strip:nth-of-type(3)")?.getAttribute("data-side") === "S");
  await visitor.leave();
});

it("has clocks that run for whoever is to move, are kept, and end the game", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  const time = (side: string) => page.textContent(`[data-side="${side}"] .clock`);
  await visitor.choose("New game");
  await visitor.dialog().getByLabel("Who plays North").selectOption("human");
  await visitor.dialog().getByLabel("Clock").selectOption("1 min each");
  await visitor.button("Begin").click();
  await visitor.ready(0);
  await page.clock.runFor(10_000);
  expect([await time("S"), await time("N")]).toEqual(["1:00", "1:00"]); // it begins with the first move
  await page.keyboard.press("e");
  await visitor.ready(1);
  await page.waitForSelector('[data-side="N"] .clock.runs');
  await page.clock.runFor(20_000);
  expect([await time("S"), await time("N")]).toEqual(["1:00", "0:40"]);
  await page.keyboard.press("a");
  await visitor.ready(2);
  await page.waitForSelector('[data-side="S"] .clock.runs');
  await page.clock.runFor(5_000);
  // Looking back leaves the clock alone.
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
  await page.waitForSelector(".result:has-text('North wins')");
  expect(await page.textContent(".status")).toContain("South's time is up");
  expect(await visitor.ogn()).toContain('[Termination "time forfeit"]');
  await visitor.leave();
});

it("shows the board alone, and comes back", async () => {
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
  await visitor.button("Show the page").click();
  await page.waitForSelector("aside");
  await page.keyboard.press("z");
  await page.keyboard.press("Escape");
  await page.waitForSelector("aside");
  await visitor.leave();
});
