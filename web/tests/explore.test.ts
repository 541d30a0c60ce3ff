// Exploring next to a game.
import { expect, it } from "vitest";
import { itNeedsServer, Visitor } from "./harness";
import { report } from "../src/words/panel";
import * as play from "../src/words/play";
import type { Hint } from "../src/api/types";
import { Narrator } from "../src/words/narrator";

itNeedsServer("does not change the game while exploring", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.newGame("Owari", "human", "greedy");
  await page.keyboard.press("e");
  await visitor.ready(2);
  const game = await visitor.ogn();

  // Going back and trying another move.
  await page.keyboard.press("ArrowLeft");
  await visitor.ready(1);
  await page.getByRole("region", { name: play.aside.review }).waitFor();
  const other = (await visitor.legal()).find((pit) => !game.includes(` ${pit} `))!;
  await page.keyboard.press(other);
  await visitor.ready(2);
  await page.getByRole("region", { name: play.aside.exploring }).waitFor();
  await visitor.button(play.backToGame).click();
  await visitor.ready(2);
  expect(await page.$(".banner")).toBeNull();
  expect(await visitor.ogn()).toContain(`(1... ${other})`);

  // Following a line of the analysis is exploring, too. The OGN contains only the game.
  await page.keyboard.press("v");
  await page.waitForSelector(".pv");
  await page.locator(".analysis li").first().locator(".pv").nth(1).click();
  await visitor.ready(4);
  await page.getByRole("region", { name: play.aside.exploring }).waitFor();
  expect((await visitor.ogn()).trimEnd()).toMatch(/\) \*$/);
  await page.reload();
  await visitor.ready(4);
  await page.keyboard.press("Escape");
  await visitor.ready(2);

  // The opponent moves while the board shows something else.
  let choose: () => void = () => undefined;
  const chosen = new Promise<void>((resolve) => (choose = resolve));
  await page.route("**/api/choose", async (route) => (await chosen, route.continue()));
  const [pit] = await visitor.legal();
  await page.keyboard.press(pit!.toLowerCase());
  await page.waitForSelector('.board[data-ply="3"]');
  await page.keyboard.press("ArrowLeft");
  await visitor.ready(2);
  await page.waitForSelector(`.banner:has-text("${play.thinking("Zuri")}")`);
  choose();
  await page.waitForSelector(`.banner:has-text("${play.moved("Zuri")}")`);
  await visitor.ready(2);
  await visitor.button(play.backToGame).click();
  await visitor.ready(4);

  // Continuing from an earlier position.
  await page.keyboard.press("Home");
  await visitor.ready(0);
  await visitor.button(play.continueHere).click();
  await page.waitForSelector(".banner", { state: "detached" });
  expect(await visitor.legal()).toContain("A");
  await visitor.leave();
});

it("marks the board exactly when the banner is shown", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  const press = async (key: string, ply: number, aside: boolean) => {
    await page.keyboard.press(key);
    await visitor.ready(ply);
    expect((await page.$(".board.exploring")) !== null).toBe(aside);
    expect((await page.$(".banner")) !== null).toBe(aside);
  };
  await visitor.newGame("Owari", "human", "greedy");
  await press("e", 2, false);
  await press("ArrowLeft", 1, true);
  await press("Escape", 2, false);

  // Browsing a finished game is not exploring, but trying moves is.
  await visitor.resign();
  await page.waitForSelector(".board[data-over=true]");
  await press("ArrowLeft", 1, false);
  await press("Home", 0, false);
  await press("a", 1, true);
  await press("Escape", 0, false);
  await visitor.leave();
});

it("uses the best move of the analysis as the hint", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.newGame("Kalah", "human", "greedy");
  await visitor.ready(0);
  await page.keyboard.press("v");
  await page.waitForFunction(() => /depth \d\d/.test(document.querySelector(".figures")?.textContent ?? ""));
  await page.keyboard.press("q");
  await page.waitForSelector(".pit.hint");
  const same = () => page.evaluate(() => ({
    hint: document.querySelector(".pit.hint")?.getAttribute("data-pit"),
    line: document.querySelector(".analysis li .pv")?.textContent,
    status: document.querySelector(".status")?.textContent?.trim(),
    bar: document.querySelector(".bar .text")?.textContent?.trim(),
  }));
  const { hint, line, status, bar } = await same();
  expect(hint).toBe(line);
  expect(status).toMatch(new RegExp(`^${play.hint}${hint} `));
  expect(status).toContain(bar!.replace(/✓$/, ""));
  await page.keyboard.press("q");
  await page.keyboard.press("t");
  await page.waitForSelector(`.status:has-text("${new Narrator("S").threat({ quiet: true } as Hint)}")`);
  expect(await page.$(".pit.threat")).toBeNull();
  await visitor.leave();
});

it("takes back a wrong try at a mistake without revealing the answer", async () => {
  const visitor = await Visitor.arrive({ size: "phone" });
  const { page } = visitor;
  // F loses four seeds to B.
  await visitor.openText('[Variant "owari"]\n\n1. E a 2. A *');
  await visitor.tab("report").click();
  await visitor.button(report.create).click();
  await page.waitForSelector(".report table");
  await page.getByRole("button", { name: report.retryAt("2. A") }).click();
  await visitor.ready(2);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await page.textContent(".status")).toMatch(/^A /);
  await page.tap('[data-pit="A"]');
  await page.waitForSelector(`.status:has-text("${report.samePlayed("A")}")`);
  await visitor.ready(2);
  await page.tap('[data-pit="B"]');
  await page.waitForSelector(`.status:has-text("${report.correct("B", "").split(". ")[0]}")`);
  await visitor.ready(3);
  await visitor.leave();
});
