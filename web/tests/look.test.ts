// How the page looks and what it weighs: every main view in both sizes and colours, checked by axe-core and kept as pictures.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { expect, it } from "vitest";
import { sizes, someGame, Visitor } from "./harness";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function accessible(visitor: Visitor, view: string): Promise<void> {
  const results = await visitor.page.evaluate(() => (window as never as { axe: { run(): Promise<AxeResults> } }).axe.run());
  const found = results.violations.map(({ id, nodes }) => `${view}: ${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
  expect(found).toEqual([]);
}

const looks = (Object.keys(sizes) as (keyof typeof sizes)[]).flatMap((size) =>
  (["light", "dark"] as const).map((theme) => ({ size, theme })));

it.each(looks)("is accessible in every view: $size, $theme", async (look) => {
  const visitor = await Visitor.arrive(look);
  await visitor.page.evaluate(axe);
  const view = async (name: string) => {
    await visitor.screenshot(`${name}-${look.size}-${look.theme}`);
    await accessible(visitor, name);
  };
  await view("start");

  const whole = await someGame("oware", "greedy", "random", 14);
  await visitor.openText(`[Variant "Oware Abapa"]\n\n${whole.slice(0, 9).join(" ")} {an idea} ${whole.slice(9).join(" ")} *`);
  await visitor.page.keyboard.press("End");
  await visitor.ready(whole.length);
  await visitor.page.keyboard.press("v");
  await visitor.page.waitForFunction(() => /depth \d\d/.test(document.querySelector(".figures")?.textContent ?? ""));
  await view("analysis");
  await visitor.page.keyboard.press("v");

  await visitor.page.getByRole("tab", { name: "Report" }).click();
  await visitor.button("Make the report").click();
  await visitor.page.waitForSelector(".report table");
  await visitor.page.waitForSelector(".graph canvas");
  await visitor.page.locator(".report").scrollIntoViewIfNeeded();
  await view("report");
  await visitor.page.getByRole("tab", { name: "Rules" }).click();
  await visitor.page.locator(".rules").scrollIntoViewIfNeeded();
  await view("rules");

  const hus = await someGame("hus", "random", "random", 8);
  await visitor.openText(`[Variant "hus"]\n\n${hus.join(" ")} *`);
  await visitor.page.keyboard.press("End");
  await visitor.ready(hus.length);
  await visitor.page.evaluate(() => scrollTo(0, 0));
  await visitor.page.keyboard.press("q");
  await visitor.page.waitForSelector(".pit.hint");
  await view("four-rows");

  await visitor.openText('[Variant "ohvalhu"]\n[FEN "38-0-1-22-3-14-9-0-17-12-0-0-2-4-6-1-31-64-S"]\n\n*');
  await view("piles");
  await visitor.menu("Set up").click();
  await view("setup");
  await visitor.menu("Set up").click();
  for (const name of ["New game", "Open", "Your games", "Share", "Settings"]) {
    await visitor.menu(name).click();
    await visitor.dialog().waitFor();
    await view(`dialog-${name.toLowerCase().replace(" ", "-")}`);
    await visitor.page.keyboard.press("Escape");
    await visitor.dialog().waitFor({ state: "detached" });
  }
  await visitor.page.keyboard.press("?");
  await visitor.dialog().waitFor();
  await view("dialog-keys");
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
