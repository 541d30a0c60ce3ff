import { describe, expect, it } from "vitest";
import type { Game } from "../api/types";
import { arrange } from "./arrangement";
import { pitRadius } from "./geometry";

const board = (layout: string[], has_stores: boolean) => ({ layout: layout.map((row) => [...row]), has_stores, left_store: "N" }) as unknown as Game;
const games = {
  owari: board(["fedcba", "ABCDEF"], true),
  toguz: board(["ihgfedcba", "ABCDEFGHI"], true),
  hus: board(["ijklmnop", "hgfedcba", "ABCDEFGH", "PONMLKJI"], false),
  moruba: board(["abcdefghijkl", "abcdefghijkl", "ABCDEFGHIJKL", "ABCDEFGHIJKL"], false),
};
const screens = [[1920, 1080], [1440, 900], [1280, 720], [1024, 768], [844, 390], [390, 844], [768, 1024]] as const;

describe.each(Object.entries(games))("%s", (_, game) => {
  it.each(screens)("fits a screen of %i by %i", (width, height) => {
    const found = arrange(game, false, { width, height });
    const unit = found.width / found.geometry.width;
    expect(found.width).toBeLessThanOrEqual(width);
    if (found.place !== "stacked") expect(unit * found.geometry.height).toBeLessThan(height - (found.place === "column" ? 9 : 54));
    if (width < 700) expect(unit * pitRadius * 2).toBeGreaterThanOrEqual(40);
  });
});

it("puts the panel where it leaves the board larger", () => {
  const at = (game: Game, width: number, height: number) => arrange(game, false, { width, height }).place;
  expect(at(games.owari, 1440, 900)).toBe("below"); // a long board
  expect(at(games.hus, 1440, 900)).toBe("beside");
  expect(at(games.owari, 1280, 600)).toBe("beside");
  expect(at(games.owari, 768, 1024)).toBe("below");
  expect(at(games.owari, 844, 390)).toBe("column");
  expect(at(games.owari, 390, 844)).toBe("stacked");
  expect(arrange(games.owari, false, { width: 1440, height: 900 }, { tall: true }).place).toBe("beside");
  expect(arrange(games.owari, false, { width: 1440, height: 900 }, { alone: true }).place).toBe("alone");
});

it("puts the stores above and below the pits where that makes the pits clearly larger", () => {
  const compact = (game: Game, width: number, height: number, tall = false) => {
    const { geometry } = arrange(game, false, { width, height }, { tall });
    return geometry.stores.S!.rx > geometry.stores.S!.ry;
  };
  expect(compact(games.owari, 844, 390)).toBe(true);
  expect(compact(games.owari, 1024, 768)).toBe(true);
  for (const [width, height] of [[1920, 1080], [1440, 900], [1280, 720]] as const) {
    expect(compact(games.owari, width, height)).toBe(false);
    expect(compact(games.owari, width, height, true)).toBe(true); // with a puzzle
  }
  expect(compact(games.toguz, 1440, 900)).toBe(false);
});

it("uses the screen", () => {
  const { width, geometry } = arrange(games.toguz, false, { width: 1440, height: 900 });
  expect(width).toBeGreaterThan(1300);
  expect((width * geometry.height) / geometry.width).toBeGreaterThan(280);
  expect(arrange(games.owari, false, { width: 1920, height: 1080 }).width).toBeGreaterThan(1500);
});
