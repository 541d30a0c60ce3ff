import { describe, expect, it } from "vitest";
import type { Game } from "../api/types";
import { boardGeometry, type Spot } from "./geometry";

const owari = {
  layout: [["f", "e", "d", "c", "b", "a"], ["A", "B", "C", "D", "E", "F"]], has_stores: true, left_store: "N",
} as unknown as Game;
const row = (letters: string) => [...letters];
const hus = {
  layout: [row("ijklmnop"), row("hgfedcba"), row("ABCDEFGH"), row("PONMLKJI")], has_stores: false, left_store: "N",
} as unknown as Game;

const threeRows = {
  layout: [row("abcdef"), row("ihgGHI"), row("FEDCBA")], has_stores: true, left_store: "S",
} as unknown as Game;

const boxes = (spot: Spot) => [spot.x - spot.rx, spot.x + spot.rx, spot.y - spot.ry, spot.y + spot.ry] as const;

describe("a board", () => {
  for (const [name, game] of Object.entries({ owari, hus, threeRows })) {
    for (const shape of ["wide", "compact", "upright"] as const) {
      for (const flipped of [false, true]) {
        it(`${name}, ${shape}${flipped ? ", flipped" : ""} keeps every pit and store on the board without overlaps`, () => {
          const board = boardGeometry(game, flipped, shape);
          const holes = [...Object.values(board.pits), ...Object.values(board.stores)];
          expect(holes.length).toBe(game.layout.flat().length + (game.has_stores ? 2 : 0));
          for (const [i, hole] of holes.entries()) {
            const [l, r, top, bottom] = boxes(hole);
            expect(Math.min(l, top, board.width - r, board.height - bottom)).toBeGreaterThan(0);
            expect(hole.count.y).toBeLessThan(board.height);
            for (const other of holes.slice(0, i)) {
              const [l2, r2, top2, bottom2] = boxes(other);
              expect(r <= l2 || r2 <= l || bottom <= top2 || bottom2 <= top).toBe(true);
            }
          }
        });
      }
    }
  }

  it("draws a border between sides that share a row", () => {
    for (const flipped of [false, true]) {
      const { border, pits } = boardGeometry(threeRows, flipped, "wide");
      const [first, , , last] = border;
      const [left, right] = flipped ? ["I", "i"] : ["i", "I"];
      // North's part of the middle row is above the line, South's below it.
      expect(pits[left!]!.y < first!.y).toBe(true);
      expect(pits[right!]!.y > last!.y).toBe(true);
    }
    expect(boardGeometry(owari, false, "wide").border).toEqual([]);
  });

  it("rotates by 180 degrees when flipped", () => {
    const [plain, turned] = [false, true].map((flipped) => boardGeometry(owari, flipped, "wide"));
    for (const pit of ["A", "c"]) {
      expect(turned!.pits[pit]!.x).toBeCloseTo(plain!.width - plain!.pits[pit]!.x);
      expect(turned!.pits[pit]!.y).toBeCloseTo(plain!.height - plain!.pits[pit]!.y);
    }
    expect(plain!.stores.N!.x).toBeLessThan(plain!.stores.S!.x);
    expect(turned!.stores.N!.x).toBeGreaterThan(turned!.stores.S!.x);
  });

  it("keeps the direction of sowing when upright", () => {
    const { pits, stores, order } = boardGeometry(owari, false, "upright");
    expect(pits.A!.y).toBeGreaterThan(pits.B!.y); // South sows up on the right side
    expect(pits.a!.y).toBeLessThan(pits.b!.y); // North sows down on the left side
    expect(pits.A!.x).toBeGreaterThan(pits.f!.x);
    expect(stores.S!.y).toBeLessThan(pits.F!.y); // South's store follows F
    expect(order.slice(0, 2)).toEqual(["a", "F"]);
  });
});
