import { expect, it } from "vitest";
import type { Game, Turn } from "../api/types";
import { moveByKey } from "../play/keyboard";
import { boardGeometry } from "./geometry";
import { headingOf } from "./heading";

const row = (letters: string) => [...letters];
const owari = { layout: [row("fedcba"), row("ABCDEF")], stores: true, leftStore: "N" } as unknown as Game;
const hus = { layout: [row("ijklmnop"), row("hgfedcba"), row("ABCDEFGH"), row("PONMLKJI")], stores: false, leftStore: "N" } as unknown as Game;
const headings = (game: Game, moves: string[], flipped = false) =>
  moves.map((move) => headingOf(boardGeometry(game, flipped, false), move));

it("points the way the first seed goes, on both sides of the board", () => {
  expect(headings(owari, ["C>", "C<", "c>", "c<"])).toEqual(["right", "left", "left", "right"]);
  expect(headings(owari, ["C>", "C<"], true)).toEqual(["left", "right"]);
});

it("points along the row at its ends, and round the corner where the side goes on", () => {
  expect(headings(owari, ["F>", "F<", "A>", "A<"])).toEqual(["right", "left", "right", "left"]);
  expect(headings(hus, ["H>", "H<", "I>", "I<"])).toEqual(["down", "left", "left", "up"]);
});

it("chooses by the sign or by the arrow key", () => {
  const moves = ["C>", "C<"].map((move) => ({ move }) as Turn);
  const chosen = (key: string) => moveByKey(key, moves, boardGeometry(owari, false, false))?.move;
  expect([">", "<", "ArrowRight", "ArrowLeft"].map(chosen)).toEqual(["C>", "C<", "C>", "C<"]);
  expect(["ArrowUp", "c", "Escape"].map(chosen)).toEqual([undefined, undefined, undefined]);
});
