// How the page looks and what it weighs: every main view in every size, measured, checked by axe-core in both colours, and kept
// as pictures.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { expect, it } from "vitest";
import { sizes, someGame, Visitor } from "./harness";
import { faults, measure } from "./layout";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const finger = 24; // pixels, the least that WCAG 2.2 asks for

async function violations(visitor: Visitor, rules?: string[]): Promise<string[]> {
  const results = await visitor.page.evaluate(
    (only) => (window as never as { axe: { run(options: object): Promise<AxeResults> } }).axe.run(only ? { runOnly: only } : {}), rules);
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
}

type Size = keyof typeof sizes;
const rowsOf = (visitor: Visitor) => visitor.page.evaluate(() => (document.querySelector('[data-pit="P"]') ? 4 : 2));

// All that is wrong with a view. Its elements are the same at both desks, its colours the same in all sizes.
async function check(visitor: Visitor, size: Size, name: string): Promise<void> {
  const wrong = faults(await measure(visitor.page), await rowsOf(visitor), finger);
  await visitor.screenshot(`${name}-${size}-light`);
  if (size !== "wide") wrong.push(...(await violations(visitor)));
  if (size === "desk") {
    await visitor.page.emulateMedia({ colorScheme: "dark" });
    await visitor.screenshot(`${name}-${size}-dark`);
    wrong.push(...(await violations(visitor, ["color-contrast"])));
    await visitor.page.emulateMedia({ colorScheme: "light" });
  }
  expect(wrong, `${name} at ${size}`).toEqual([]);
}

// The board while playing, studying and setting up.
async function gameViews(visitor: Visitor, name: string, game: string, view: (name: string) => Promise<void>): Promise<void> {
  const { page } = visitor;
  const moves = await someGame(game, "random", "greedy", 6);
  await visitor.openText(`[Variant "${game}"]\n\n${moves.slice(0, 4).join(" ")} {an idea} ${moves.slice(4).join(" ")} *`);
  await page.keyboard.press("End");
  await visitor.ready(moves.length);
  await page.keyboard.press("q");
  await page.waitForSelector(".pit.hint");
  await view(`${name}-game`);
  await page.keyboard.press("v");
  await page.waitForFunction(() => /depth \d\d/.test(document.querySelector(".figures")?.textContent ?? ""));
  await view(`${name}-analysis`);
  await page.keyboard.press("v");
  await page.getByRole("tab", { name: "Report" }).click();
  await visitor.button("Make the report").click();
  await page.waitForSelector(".report table");
  await page.waitForSelector(".graph canvas");
  await view(`${name}-report`);
  await page.getByRole("tab", { name: "Rules" }).click();
  await visitor.menu("Set up").click();
  await view(`${name}-setup`);
  await visitor.menu("Set up").click();
}

it.each(Object.keys(sizes) as Size[])("is laid out well and accessible in every view: %s", async (size) => {
  const visitor = await Visitor.arrive({ size });
  await visitor.page.evaluate(axe);
  const view = (name: string) => check(visitor, size, name);
  await view("start");
  await gameViews(visitor, "two-rows", "kalah", view);
  await gameViews(visitor, "four-rows", "hus", view);
  for (const name of ["New game", "Open", "Your games", "Share", "Settings"]) {
    await visitor.menu(name).click();
    await visitor.dialog().waitFor();
    await view(`dialog-${name.toLowerCase().replace(" ", "-")}`);
    await visitor.page.keyboard.press("Escape");
    await visitor.dialog().waitFor({ state: "detached" });
  }
  await visitor.openText('[Variant "ohvalhu"]\n[FEN "38-0-1-22-3-14-9-0-17-12-0-0-2-4-6-1-31-64-S"]\n\n*');
  await view("piles");
  await visitor.page.keyboard.press("?");
  await visitor.dialog().waitFor();
  await view("dialog-keys");
  await visitor.leave();
});

it("would see a page that is laid out badly", async () => {
  const visitor = await Visitor.arrive({ size: "phone" });
  const spoilt = [
    [".table", "width", "500px", "the page scrolls sideways"],
    [".wood", "top", "900px", "the board is not on the screen"],
    ["[role=toolbar]", "paddingTop", "600px", "the controls are not on the screen"],
    ['[data-pit="C"]', "width", "20px", "pits differ in size"],
    ['[data-pit="C"]', "translate", "0 9px", "pits lie in 3 rows"],
    ['[data-pit="C"]', "translate", "5px", "pits are not in line"],
    [".writing > span", "translate", "-40px", "is not on the board"],
    [".writing > span", "translate", "45px", "overlap"],
    ['[aria-label="Hint"]', "translate", "60px", "overlap"],
    ['[aria-label="Hint"]', "width", "50px", '"Hint" is cut off'],
    ['[aria-label="Turn the board"]', "minWidth", "0", "is too small"],
    [".seeds", "pointerEvents", "auto", "lies under"],
  ] as const;
  for (const [selector, property, value, fault] of spoilt) {
    const set = (to: string) => visitor.page.$eval(selector, (element, [name, text]) => {
      Object.assign((element as HTMLElement).style, { [name!]: text });
    }, [property, to]);
    await set(value);
    expect(faults(await measure(visitor.page), 2, finger).join("\n"), `${selector} ${property}`).toContain(fault);
    await set("");
  }
  expect(faults(await measure(visitor.page), 2, finger)).toEqual([]);
  await visitor.leave();
});

it("weighs less than 100 kB compressed", async () => {
  const visitor = await Visitor.arrive();
  const weights = await visitor.page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .filter(({ name }) => !name.includes("/api/"))
      .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  expect(weights.length).toBeGreaterThanOrEqual(3); // the page, its script, its style
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(100_000);
  await visitor.leave();
});

it("keeps colours, sound and speed over a reload", async () => {
  const visitor = await Visitor.arrive();
  await visitor.menu("Settings").click();
  await visitor.page.selectOption("#theme", "dark");
  await visitor.page.selectOption("#speed", "5");
  await visitor.page.keyboard.press("Escape");
  await visitor.menu("Mute").click();
  await visitor.page.reload();
  await visitor.ready();
  expect(await visitor.page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(26, 22, 19)");
  await visitor.menu("Sound on").waitFor();
  await visitor.leave();
});
