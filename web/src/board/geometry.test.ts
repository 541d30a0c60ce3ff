import { describe, expect, it } from "vitest";
import type { Game } from "../api/types";
import { boardGeometry, type Spot } from "./geometry";

const owari = {
  layout: [["f", "e", "d", "c", "b", "a"], ["A", "B", "C", "D", "E", "F"]], stores: true, leftStore: "N",
} as unknown as Game;
const row = (letters: string) => [...letters];
const hus = {
  layout: [row("ijklmnop"), row("hgfedcba"), row("ABCDEFGH"), row("PONMLKJI")], stores: false, leftStore: "N",
} as unknown as Game;

const threeRows = {
  layout: [row("abcdef"), row("ihgGHI"), row("FEDCBA")], stores: true, leftStore: "S",
} as unknown as Game;

const boxes = (spot: Spot) => [spot.x - spot.rx, spot.x + spot.rx, spot.y - spot.ry, spot.y + spot.ry] as const;

describe("a board", () => {
  for (const [name, game] of Object.entries({ owari, hus, threeRows })) {
    for (const compact of [false, true]) {
      for (const flipped of [false, true]) {
        it(`${name}${compact ? ", compact" : ""}${flipped ? ", flipped" : ""} has every hole on the wood, and none on another`, () => {
          const board = boardGeometry(game, flipped, compact);
          const holes = [...Object.values(board.pits), ...Object.values(board.stores)];
          expect(holes.length).toBe(game.layout.flat().length + (game.stores ? 2 : 0));
          for (const [i, hole] of holes.entries()) {
            const [l, r, top, bottom] = boxes(hole);
            expect(Math.min(l, top, board.width - r, board.height - bottom)).toBeGreaterThan(0);
            expect(hole.count.y).toBeLessThan(board.height);
            for (const neighbour of holes.slice(0, i)) {
              const [l2, r2, top2, bottom2] = boxes(neighbour);
              expect(r <= l2 || r2 <= l || bottom <= top2 || bottom2 <= top).toBe(true);
            }
          }
        });
      }
    }
  }

  it("shows where the sides meet in a row they share", () => {
    for (const flipped of [false, true]) {
      const { border, pits } = boardGeometry(threeRows, flipped, false);
      const [first, , , last] = border;
      const [left, right] = flipped ? ["I", "i"] : ["i", "I"];
      // North's part of the middle row lies above the line as North is drawn, South's below it.
      expect(pits[left!]!.y < first!.y).toBe(true);
      expect(pits[right!]!.y > last!.y).toBe(true);
    }
    expect(boardGeometry(owari, false, false).border).toEqual([]);
  });

  it("turns by half a circle when flipped", () => {
    const [plain, turned] = [false, true].map((flipped) => boardGeometry(owari, flipped, false));
    for (const pit of ["A", "c"]) {
      expect(turned!.pits[pit]!.x).toBeCloseTo(plain!.width - plain!.pits[pit]!.x);
      expect(turned!.pits[pit]!.y).toBeCloseTo(plain!.height - plain!.pits[pit]!.y);
    }
    expect(plain!.stores.N!.x).toBeLessThan(plain!.stores.S!.x);
    expect(turned!.stores.N!.x).toBeGreaterThan(turned!.stores.S!.x);
  });
});
