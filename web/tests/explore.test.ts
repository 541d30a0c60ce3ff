// The game and what is tried out beside it.
import { expect, it } from "vitest";
import { Visitor } from "./harness";

it("leaves the game alone while one explores", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.newGame("Owari", "human", "greedy");
  await page.keyboard.press("e");
  await visitor.ready(2);
  const game = await visitor.ogn();

  // Looking back, and trying something else there.
  await page.keyboard.press("ArrowLeft");
  await visitor.ready(1);
  await page.getByRole("region", { name: "Looking back" }).waitFor();
  const other = (await visitor.legal()).find((pit) => !game.includes(` ${pit} `))!;
  await page.keyboard.press(other);
  await visitor.ready(2);
  await page.getByRole("region", { name: "Exploring" }).waitFor();
  await visitor.button("Back to the game").click();
  await visitor.ready(2);
  expect(await page.$(".banner")).toBeNull();
  expect(await visitor.ogn()).toContain(`(1... ${other})`);

  // A line of the analysis is followed on the side, too; the file has the game only.
  await page.keyboard.press("v");
  await page.waitForSelector(".pv");
  await page.locator(".analysis li").first().locator(".pv").nth(1).click();
  await visitor.ready(4);
  await page.getByRole("region", { name: "Exploring" }).waitFor();
  expect((await visitor.ogn()).trimEnd()).toMatch(/\) \*$/);
  await page.reload();
  await visitor.ready(4);
  await page.keyboard.press("Escape");
  await visitor.ready(2);

  // The opponent moves while one looks elsewhere.
  let choose: () => void = () => undefined;
  const chosen = new Promise<void>((resolve) => (choose = resolve));
  await page.route("**/api/choose", async (route) => (await chosen, route.continue()));
  const [pit] = await visitor.legal();
  await page.keyboard.press(pit!.toLowerCase());
  await page.waitForSelector('.board[data-ply="3"]');
  await page.keyboard.press("ArrowLeft");
  await visitor.ready(2);
  await page.waitForSelector(".banner:has-text('The computer is thinking')");
  choose();
  await page.waitForSelector(".banner:has-text('The computer has moved')");
  await visitor.ready(2);
  await visitor.button("Back to the game").click();
  await visitor.ready(4);

  // Going on from an earlier position is a decision of its own.
  await page.keyboard.press("Home");
  await visitor.ready(0);
  await visitor.button("Go on from here").click();
  await page.waitForSelector(".banner", { state: "detached" });
  expect(await visitor.legal()).toContain("A");
  await visitor.leave();
});

it("marks the board as beside the game whenever the banner says so, and never without it", async () => {
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

  // A game that is over is looked through freely; what is tried beside it is not the game.
  await visitor.button("Resign").click();
  await visitor.dialog().getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector(".status:has-text('The game is over')");
  await press("ArrowLeft", 1, false);
  await press("Home", 0, false);
  await press("a", 1, true);
  await press("Escape", 0, false);
  await visitor.leave();
});

it("speaks with one voice: the hint is the best move of the analysis", async () => {
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
    said: document.querySelector(".status")?.textContent?.trim(),
    bar: document.querySelector(".bar .text")?.textContent?.trim(),
  }));
  const { hint, line, said, bar } = await same();
  expect(hint).toBe(line);
  expect(said).toMatch(new RegExp(`^Hint: ${hint}: `));
  expect(said).toContain(bar!.replace(/✓$/, ""));
  await page.keyboard.press("q");
  await page.keyboard.press("t");
  await page.waitForSelector(".status:has-text('Nothing is threatened')");
  expect(await page.$(".pit.threat")).toBeNull();
  await visitor.leave();
});

it("lets one try again without giving the answer away, and comes back after a wrong try", async () => {
  const visitor = await Visitor.arrive({ size: "phone" });
  const { page } = visitor;
  // F gives up four seeds: B takes them.
  await visitor.openText('[Variant "owari"]\n\n1. E a 2. A *');
  await page.getByRole("tab", { name: "Report" }).click();
  await visitor.button("Make the report").click();
  await page.waitForSelector(".report table");
  await page.getByRole("button", { name: "Try again at 2. A" }).click();
  await visitor.ready(2);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await page.textContent(".status")).toContain("Find something better");
  await page.tap('[data-pit="A"]');
  await page.waitForSelector(".status:has-text('Wrong: A is what was played')");
  await visitor.ready(2);
  await page.tap('[data-pit="B"]');
  await page.waitForSelector(".status:has-text('Right: B is the best move')");
  await visitor.ready(3);
  await visitor.leave();
});
