import { expect, it } from "vitest";
import type { Event, Game, Turn } from "../api/types";
import { boardGeometry } from "./geometry";
import { arrowAlong, pathOf } from "./trail";

const owari = { layout: [[..."fedcba"], [..."ABCDEF"]], has_stores: true, left_store: "N" } as unknown as Game;
const geometry = boardGeometry(owari, false, "wide");
const turn = (move: string, trace: Event[]): Turn => ({ move, mover: "S", last: "a", trace }) as unknown as Turn;
const lift = (at: string): Event => ({ do: "lift", at, seeds: 3 });
const drops = (holes: string): Event[] => [...holes].map((at) => ({ do: "drop", at: at === "_" ? "store" : at }));
const holes = (move: string, trace: Event[]) => pathOf(geometry, turn(move, trace)).map(({ x, y }) =>
  Object.entries(geometry.pits).find(([, spot]) => spot.x === x && spot.y === y)?.[0] ?? "_").join("");

it("follows the seeds around the corner", () => expect(holes("E", [lift("E"), ...drops("Fab")])).toBe("EFab"));
it("passes through the mover's store", () => expect(holes("E", [lift("E"), ...drops("F_a")])).toBe("EF_a"));
it("passes a long store close to the pits", () => {
  const compact = boardGeometry(owari, false, "compact");
  const [, , store] = pathOf(compact, turn("E", [lift("E"), ...drops("F_a")]));
  expect(store!.y).toBe(compact.stores.S!.y);
  expect(Math.abs(store!.x - compact.pits.F!.x)).toBeLessThan(0.7);
});
it("shows the last of several laps", () => expect(holes("A", [lift("A"), ...drops("BC"), lift("C"), ...drops("DE")])).toBe("CDE"));
it("shows no hole twice", () => expect(holes("A", [lift("A"), ...drops("BCDEFabcdefABC")])).toBe("DEFabcdefABC"));
it("draws an arrow, and none for a single point", () => {
  expect(arrowAlong(pathOf(geometry, turn("E", [lift("E"), ...drops("Fa")])))).toMatch(/^M .* Q .* L .* M .* L .* L /);
  expect(arrowAlong([{ x: 1, y: 1 }])).toBe("");
});
