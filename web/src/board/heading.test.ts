import { expect, it } from "vitest";
import type { Game, Turn } from "../api/types";
import { moveByKey } from "../play/keyboard";
import { boardGeometry } from "./geometry";
import { headingOf } from "./heading";

const row = (letters: string) => [...letters];
const owari = { layout: [row("fedcba"), row("ABCDEF")], has_stores: true, left_store: "N" } as unknown as Game;
const hus = { layout: [row("ijklmnop"), row("hgfedcba"), row("ABCDEFGH"), row("PONMLKJI")], has_stores: false, left_store: "N" } as unknown as Game;
const headings = (game: Game, moves: string[], flipped = false) =>
  moves.map((move) => headingOf(boardGeometry(game, flipped, "wide"), move));

it("points where the first seed goes, on both sides of the board", () => {
  expect(headings(owari, ["C>", "C<", "c>", "c<"])).toEqual(["right", "left", "left", "right"]);
  expect(headings(owari, ["C>", "C<"], true)).toEqual(["left", "right"]);
});

it("points along the row at its ends and around the corner where the side continues", () => {
  expect(headings(owari, ["F>", "F<", "A>", "A<"])).toEqual(["right", "left", "right", "left"]);
  expect(headings(hus, ["H>", "H<", "I>", "I<"])).toEqual(["down", "left", "left", "up"]);
});

it("selects a direction by its sign or an arrow key", () => {
  const moves = ["C>", "C<"].map((move) => ({ move }) as Turn);
  const chosen = (key: string) => moveByKey(key, moves, boardGeometry(owari, false, "wide"))?.move;
  expect([">", "<", "ArrowRight", "ArrowLeft"].map(chosen)).toEqual(["C>", "C<", "C>", "C<"]);
  expect(["ArrowUp", "c", "Escape"].map(chosen)).toEqual([undefined, undefined, undefined]);
});
