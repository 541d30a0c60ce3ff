// Shipped puzzles, as the user finds and solves them on the board.
import { readFileSync } from "node:fs";
import { owner } from "../src/api/sides";
import * as train from "../src/words/train";
import type { Visitor } from "./harness";
import { here } from "./server";

export interface Shipped {
  position: string;
  pv: string[];
}
export const shipped = (game: string): Shipped[] =>
  (JSON.parse(readFileSync(here(`../public/puzzles/${game}.json`), "utf8")) as { puzzles: Shipped[] }).puzzles;

// The puzzle on the board, which is one of this game.
export async function puzzleOnBoard(visitor: Visitor, game: string): Promise<Shipped> {
  const { page } = visitor;
  await visitor.ready(0);
  await visitor.choose("share");
  const position = await page.inputValue("#share-position");
  await page.keyboard.press("Escape");
  await visitor.dialog().waitFor({ state: "detached" });
  return shipped(game).find((one) => one.position === position)!;
}

// Plays the solver's moves; the page plays the replies.
export async function solve(visitor: Visitor, { pv }: Shipped): Promise<void> {
  const { page } = visitor;
  const yours = pv.map((move, ply) => ({ move, ply })).filter(({ move }) => owner(move) === owner(pv[0]!));
  for (const [i, { move, ply }] of yours.entries()) {
    if (i > 0) await page.waitForSelector(`.trainer:has-text("${train.progress(i, yours.length)}")`);
    await visitor.ready(ply);
    await page.click(`[data-pit="${move[0]}"]`);
  }
  await visitor.ready(pv.length);
}
