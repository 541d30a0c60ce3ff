// A tour of the main views with checks of layout and accessibility.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { expect } from "vitest";
import { sizes, someGame, type Visitor } from "./harness";
import { findProblems, measure } from "./layout";
import { close } from "../src/words/common";
import { newGame } from "../src/words/dialog";
import { report } from "../src/words/panel";
import * as lesson from "../src/words/lesson";
import * as train from "../src/words/train";

export const withAxe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const finger = 24; // minimum target size in pixels (WCAG 2.2)

// While a dialog is open, only the dialog is checked.
export async function violations(visitor: Visitor, rules?: string[]): Promise<string[]> {
  return visitor.page.evaluate(async (only) => {
    const { axe } = window as never as { axe: { run(where: Node, options: object): Promise<AxeResults> } };
    const { violations } = await axe.run(document.querySelector("dialog") ?? document, { resultTypes: ["violations"], ...(only && { runOnly: only }) });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
  }, rules);
}

const rowsOf = (visitor: Visitor) => visitor.page.evaluate(() => Number(document.querySelector(".board")?.getAttribute("data-rows")));

export async function checkLayout(visitor: Visitor, name: string, size: keyof typeof sizes): Promise<void> {
  expect(findProblems(await measure(visitor.page), await rowsOf(visitor), finger), `${name} at ${size}`).toEqual([]);
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
  await visitor.tab("report").click();
  await visitor.button(report.create).click();
  await page.waitForSelector(".report table");
  await page.waitForSelector(".graph canvas");
  await view(`${name}-report`);
  await visitor.tab("rules").click();
  await visitor.choose("setUp");
  await view(`${name}-setup`);
  await visitor.choose("setUp");
}

// Calls `view` with the name of each view.
export async function tour(visitor: Visitor, view: (name: string) => Promise<void>): Promise<void> {
  await visitor.page.evaluate(withAxe);
  await view("start");
  await visitor.tab("explorer").click();
  await visitor.page.waitForSelector(".explorer .bar");
  await visitor.page.waitForSelector(".explorer .score.proven");
  await view("explorer");
  await visitor.page.keyboard.press("v");
  await gameViews(visitor, "two-rows", "kalah", view);
  await gameViews(visitor, "four-rows", "hus", view);
  for (const name of ["newGame", "ladder", "open", "games", "share", "backup", "settings"] as const) {
    await visitor.choose(name);
    await visitor.dialog().waitFor();
    if (name === "newGame") {
      await visitor.dialog().getByLabel(newGame.group).selectOption("first"); // a few are enough
      await view("dialog-gallery");
      await visitor.dialog().locator(".game").first().click();
    }
    await view(`dialog-${name}`);
    await visitor.page.keyboard.press("Escape");
    await visitor.dialog().waitFor({ state: "detached" });
  }
  for (const [name, heading] of [["learn", lesson.topics.sow], ["puzzles", train.kinds.daily]] as const) {
    await visitor.choose(name);
    await visitor.page.waitForSelector(`.trainer h2:has-text("${heading}")`);
    await visitor.ready(0);
    await view(name);
  }
  await visitor.button(train.showAnswer).click();
  await visitor.button(train.nextPuzzle).waitFor();
  await view("puzzle-solved");
  await visitor.button(train.rush(3)).click();
  await visitor.button(train.endRush).waitFor();
  await visitor.ready(0);
  await view("rush");
  await visitor.button(train.endRush).click();
  await visitor.button(train.rushAgain).waitFor();
  await view("rush-over");
  await visitor.button(close).click();
  await visitor.page.waitForSelector(".trainer", { state: "detached" });
  // Exploring, then a finished game, on the tallest board.
  await visitor.newGame("Hus", "human", "greedy");
  await visitor.ready(0);
  await visitor.page.keyboard.press("e");
  await visitor.ready(2);
  await visitor.page.keyboard.press("ArrowLeft");
  await visitor.page.waitForSelector(".banner");
  await view("exploring");
  await visitor.page.keyboard.press("Escape");
  await visitor.page.waitForSelector(".banner", { state: "detached" });
  await visitor.resign();
  await visitor.page.waitForSelector(".result");
  await visitor.dialog().waitFor({ state: "detached" });
  await visitor.tab("report").click();
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
