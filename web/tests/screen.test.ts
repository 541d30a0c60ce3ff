// The board and the controls keep their places, and the end of a game is announced once, at the right time.
import { expect, it } from "vitest";
import { base, itNeedsServer, someGame, Visitor } from "./harness";
import { violations, withAxe } from "./views";
import { home, newGame } from "../src/words/dialog";
import { topics } from "../src/words/lesson";
import { Narrator } from "../src/words/narrator";
import { levels, offers } from "../src/words/play";
import { moves as moveWords } from "../src/words/common";

const places = (visitor: Visitor) => visitor.page.evaluate(() => [".wood", ".controls", ".top", ".bottom .strip"].map((selector) => {
  const { left, top, width } = document.querySelector(selector)!.getBoundingClientRect();
  return `${selector} ${[left, top, width].map(Math.round).join(" ")}`;
}));

it.each(["full", "desk", "tablet", "landscape", "phone"] as const)("keeps board and controls in place on a screen of size %s", async (size) => {
  const visitor = await Visitor.arrive({ size });
  const { page } = visitor;
  await visitor.newGame("Kalah", "human", "greedy");
  await visitor.ready(0);
  const before = await places(visitor);
  await page.keyboard.press("a");
  await visitor.ready();
  await page.keyboard.press("v"); // analysis
  await page.waitForSelector(".bar");
  expect(await places(visitor)).toEqual(before);
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector(".banner");
  expect(await places(visitor)).toEqual(before);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".banner", { state: "detached" });
  await visitor.resign();
  await page.waitForSelector(".result");
  await visitor.dialog().waitFor({ state: "detached" });
  expect(await places(visitor)).toEqual(before);
  await visitor.leave();
});

it("uses the height of small screens, and shows the task of a puzzle without scrolling", async () => {
  const visitor = await Visitor.arrive({ size: "landscape" });
  const { page } = visitor;
  await visitor.choose("puzzles");
  await page.waitForSelector(".trainer h2");
  await visitor.ready(0);
  for (const size of ["landscape", "tablet"] as const) {
    await visitor.resize(size);
    const board = await page.$eval(".wood", (wood) => wood.clientHeight / innerHeight);
    expect(board).toBeGreaterThan(size === "landscape" ? 0.9 : 0.55);
    for (const part of [".trainer h2", ".trainer h2 + p", ".trainer .row button", ".controls"]) {
      const { top, bottom } = await page.$eval(part, (one) => one.getBoundingClientRect().toJSON() as DOMRect);
      expect(top, part).toBeGreaterThanOrEqual(0);
      expect(bottom, part).toBeLessThanOrEqual(await page.evaluate(() => innerHeight));
    }
  }
  await visitor.leave();
});

it("uses most of the screen, and turns a wide board upright on a phone", async () => {
  const visitor = await Visitor.arrive({ size: "full" });
  const board = () => visitor.page.$eval(".wood", (wood) => ({ width: wood.clientWidth / innerWidth, height: wood.clientHeight / innerHeight }));
  await visitor.newGame("Toguz kumalak");
  expect((await board()).width).toBeGreaterThan(0.9);
  await visitor.newGame("Hus");
  expect((await board()).height).toBeGreaterThan(0.6);
  await visitor.resize("phone");
  await visitor.newGame("Moruba");
  await visitor.ready(0);
  expect(await visitor.page.getAttribute(".board", "data-upright")).toBe("true");
  const pits = await visitor.page.$$eval(".pit", (all) => all.map((pit) => pit.clientWidth));
  expect(Math.min(...pits)).toBeGreaterThanOrEqual(40);
  const labels = await visitor.page.$$eval(".writing > span", (all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  for (const [i, a] of labels.entries())
    for (const b of labels.slice(0, i)) expect(a.left + 1 >= b.right || b.left + 1 >= a.right || a.top + 1 >= b.bottom || b.top + 1 >= a.bottom).toBe(true);
  await visitor.leave();
});

it("demonstrates a game on its page, and stops on demand", async () => {
  const visitor = await Visitor.arrive({ motion: true });
  const { page } = visitor;
  await visitor.choose("newGame");
  await visitor.dialog().locator('.game:has(.title:text-is("Kalah"))').click();
  const caption = (topic: string) => visitor.dialog().locator(".demonstration", { hasText: topic }).waitFor();
  await caption(topics.sow);
  await page.waitForSelector(".demonstration .seed.held");
  await page.evaluate(withAxe);
  expect(await violations(visitor)).toEqual([]);
  await caption(topics.again);
  await visitor.button(newGame.demonstration.stop).click();
  await visitor.button(newGame.demonstration.play).waitFor();
  expect(await page.$(".demonstration .seed.held")).toBeNull();
  await visitor.leave();
  const still = await Visitor.arrive();
  await still.choose("newGame");
  await still.dialog().locator('.game:has(.title:text-is("Kalah"))').click();
  await still.page.waitForSelector(".demonstration .seed");
  expect(await still.button(newGame.demonstration.play).count()).toBe(0); // animations are off
  await still.leave();
});

it("announces the result when the last seed is in place", async () => {
  const visitor = await Visitor.arrive({ motion: true });
  const { page } = visitor;
  const leftovers = new Narrator(null).leftovers(
    { diagram: "", mover: "N", pits: { S: [0, 0, 0, 0, 0, 0], N: [1, 2, 0, 0, 0, 0] }, stores: { S: 23, N: 22 } },
    { reason: "side-empty", side: "S", count: 0, may_play_on: false, result: { S: 23, N: 25 }, winner: "N" });
  await visitor.openText('[Variant "kalah"]\n[FEN "0-0-0-0-0-1-1-2-0-0-0-0-22-22-S"]\n\n*');
  await page.keyboard.press("f");
  await page.waitForSelector(".hand, .seed.held");
  expect(await page.getAttribute(".board", "data-over")).toBe("false");
  expect(await page.textContent(".status")).not.toContain("over");
  await page.waitForSelector('.board[data-over="true"]');
  expect(await page.textContent(".status")).toContain(leftovers);
  expect(await visitor.score()).toEqual([25, 23]);
  await visitor.leave();
});

it("offers an easier opponent after two losses", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.newGame("Owari", "human", "engine");
  for (let i = 0; i < 2; ++i) {
    await visitor.ready(0);
    await page.keyboard.press("e");
    await visitor.ready(2);
    await visitor.resign();
    await page.waitForSelector(".result");
    if (i === 0) {
      expect(await visitor.button(levels.easier).count()).toBe(0);
      await page.click(".result .primary"); // rematch
    }
  }
  await page.waitForSelector(`.result:has-text("${offers.easier}")`);
  await visitor.button(levels.easier).click();
  await visitor.ready(0);
  expect(await page.textContent('[data-side="N"]')).toContain("Ama"); // was Kojo
  await visitor.leave();
});

itNeedsServer("repeats a report exactly", async () => {
  const moves = await someGame("kalah", "greedy", "random", 3);
  const report = async () => (await fetch(new URL("api/report", base), {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ game: "kalah", moves }),
  })).text();
  const plies = (text: string) => text.split("\n").filter((line) => line.startsWith("data: {\"ply\"") || line.includes("\"done\""));
  const first = plies(await report());
  expect(first.length).toBe(moves.length + 1);
  expect(plies(await report())).toEqual(first);
});

it("welcomes back with the game in progress", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari", "human", "greedy");
  await visitor.ready(0);
  await visitor.page.keyboard.press("e");
  await visitor.ready(2);
  const other = await visitor.context.newPage();
  await other.goto(visitor.page.url().replace(/#.*/, ""));
  const resume = other.getByRole("button", { name: home.resume("Owari") });
  await resume.waitFor();
  expect(await resume.textContent()).toContain(moveWords(2));
  await other.getByRole("button", { name: /^Try / }).waitFor();
  await resume.click();
  await other.waitForSelector('.board[aria-busy="false"][data-ply="2"]');
  await visitor.leave();
});
