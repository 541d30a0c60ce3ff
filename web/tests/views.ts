// A tour of the page's main views, and what is looked at in each: how it is laid out, and whether axe-core finds it accessible.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { expect } from "vitest";
import { sizes, someGame, type Visitor } from "./harness";
import { faults, measure } from "./layout";

export const withAxe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const finger = 24; // pixels, the least that WCAG 2.2 asks for

// Behind a dialog nothing can be reached.
export async function violations(visitor: Visitor, rules?: string[]): Promise<string[]> {
  return visitor.page.evaluate(async (only) => {
    const { axe } = window as never as { axe: { run(where: Node, options: object): Promise<AxeResults> } };
    const { violations } = await axe.run(document.querySelector("dialog") ?? document, { resultTypes: ["violations"], ...(only && { runOnly: only }) });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
  }, rules);
}

const rowsOf = (visitor: Visitor) => visitor.page.evaluate(() => Number(document.querySelector(".board")?.getAttribute("data-rows")));

export async function checkLayout(visitor: Visitor, name: string, size: keyof typeof sizes): Promise<void> {
  expect(faults(await measure(visitor.page), await rowsOf(visitor), finger), `${name} at ${size}`).toEqual([]);
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
  await visitor.choose("Set up");
  await view(`${name}-setup`);
  await visitor.choose("Set up");
}

// Calls `view` with the name of each view that is shown.
export async function tour(visitor: Visitor, view: (name: string) => Promise<void>): Promise<void> {
  await visitor.page.evaluate(withAxe);
  await view("start");
  await visitor.page.getByRole("tab", { name: "Explorer" }).click();
  await visitor.page.waitForSelector(".explorer .bar");
  await visitor.page.waitForSelector(".explorer .score.proven");
  await view("explorer");
  await visitor.page.keyboard.press("v");
  await gameViews(visitor, "two-rows", "kalah", view);
  await gameViews(visitor, "four-rows", "hus", view);
  for (const name of ["New game", "Ladder", "Open", "Your games", "Share", "Settings"]) {
    await visitor.choose(name);
    await visitor.dialog().waitFor();
    if (name === "New game") {
      await visitor.dialog().getByLabel("Which games").selectOption("first"); // all are alike, and many
      await visitor.dialog().locator(".games label").first().click(); // the pointer stays on what is chosen
    }
    await view(`dialog-${name.toLowerCase().replace(" ", "-")}`);
    await visitor.page.keyboard.press("Escape");
    await visitor.dialog().waitFor({ state: "detached" });
  }
  for (const name of ["Learn", "Puzzles"]) {
    await visitor.choose(name);
    await visitor.page.waitForSelector(".trainer h2");
    await visitor.ready(0);
    await view(name.toLowerCase());
  }
  await visitor.button("Close").click();
  await visitor.page.waitForSelector(".trainer", { state: "detached" });
  // A game in which something is tried out, then over: on the highest board there is least room for it.
  await visitor.newGame("Hus", "human", "greedy");
  await visitor.ready(0);
  await visitor.page.keyboard.press("e");
  await visitor.ready(2);
  await visitor.page.keyboard.press("ArrowLeft");
  await visitor.page.waitForSelector(".banner");
  await view("exploring");
  await visitor.page.keyboard.press("Escape");
  await visitor.page.waitForSelector(".banner", { state: "detached" });
  if (await visitor.button("Menu").isVisible()) await visitor.button("Menu").click();
  await visitor.button("Resign").click();
  await visitor.dialog().getByRole("button", { name: "Resign" }).click();
  await visitor.page.waitForSelector(".result");
  await visitor.dialog().waitFor({ state: "detached" });
  await visitor.page.getByRole("tab", { name: "Report" }).click();
  await visitor.page.waitForSelector(".report table");
  await view("over");
  await visitor.page.keyboard.press("z");
  await visitor.page.waitForSelector(".page.zen");
  await view("zen");
  await visitor.page.keyboard.press("Escape");
  await visitor.page.waitForSelector("aside");
  await visitor.openText('[Variant "ohvalhu"]\n[FEN "38-0-1-22-3-14-9-0-17-12-0-0-2-4-6-1-31-64-S"]\n\n*');
  await view("piles");
  await visitor.page.keyboard.press("?");
  await visitor.dialog().waitFor();
  await view("dialog-keys");
}
