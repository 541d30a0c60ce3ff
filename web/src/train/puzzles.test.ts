import { expect, it, vi } from "vitest";
import { readFileSync } from "node:fs";
import { daily, loadPuzzles, nextPuzzle, puzzleGames, puzzlesAddress, readPuzzlesAddress, withTheme, type Proven, type Puzzle } from "./puzzles";
import { loadProgress, tried } from "./progress";
import { themes, type Theme } from "./themes";
import { noPuzzles } from "../words/errors";

const proven = (theme: Theme) => ({ theme, margin: 5, second_margin: 1, plies: 8, tempting: null }) as unknown as Proven;
const puzzles: Puzzle[] = [600, 780, 900, 1200, 2000].map((rating, i) =>
  ({ game: "owari", position: `p${rating}`, line: ["A"], rating, proven: proven(i % 2 ? "threat" : "capture") }));
const shipped = (game: string) =>
  (JSON.parse(readFileSync(new URL(`../../public/puzzles/${game}.json`, import.meta.url), "utf8")) as { puzzles: { position: string; pv: string[]; rating: number; theme: string }[] }).puzzles;
const dayAfter = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

it("picks one puzzle per day and repeats none before all were shown", () => {
  const year = Array.from({ length: 366 }, (_, i): Puzzle => ({ game: "owari", position: `p${i}`, line: ["A"], rating: 800 }));
  const days = year.map((_, i) => daily(year, dayAfter("2026-11-17", i))?.position);
  expect(new Set(days).size).toBe(366);
  expect(daily(year, "2026-11-17")?.position).toBe(days[0]);
  expect(daily(year, dayAfter("2026-11-17", 366))?.position).toBe(days[0]);
  expect(daily([], "2026-11-17")).toBeUndefined();
});

it("picks untried puzzles closest to the rating first", () => {
  let progress = loadProgress({ getItem: () => null });
  const order: number[] = [];
  for (let i = 0; i < 5; ++i) {
    const puzzle = nextPuzzle(puzzles, progress)!;
    order.push(puzzle.rating);
    progress = { ...tried(progress, puzzle.position, puzzle.rating, true), rating: 800 };
  }
  expect(order).toEqual([780, 900, 600, 1200, 2000]);
  expect(nextPuzzle(puzzles, progress)?.rating).toBe(780);
});

it("picks puzzles of a theme", () => {
  expect(withTheme(puzzles, "threat").map(({ rating }) => rating)).toEqual([780, 1200]);
  expect(withTheme(puzzles, "hoarding")).toEqual([]);
  expect(withTheme(puzzles, null)).toBe(puzzles);
});

it("reads the addresses of puzzles", () => {
  for (const game of puzzleGames) {
    for (const theme of [null, ...themes]) expect(readPuzzlesAddress(puzzlesAddress(game, theme).slice(1))).toEqual({ game, theme });
  }
  expect(readPuzzlesAddress("puzzles=kalah/unknown")).toEqual({ game: "kalah", theme: null });
  for (const other of ["puzzles=chess", "puzzles=", "game=abc/A", ""]) expect(readPuzzlesAddress(other)).toBeNull();
});

it.each(puzzleGames)("ships a year of puzzles for %s that ask for several moves", (game) => {
  const all = shipped(game);
  expect(all.length).toBeGreaterThanOrEqual(366);
  expect(new Set(all.map(({ position }) => position)).size).toBe(all.length);
  for (const { pv, theme, position } of all) {
    const isSouth = (move: string) => move === move.toUpperCase();
    const yours = pv.filter((move) => isSouth(move) === isSouth(pv[0]!));
    expect(yours.length, position).toBeGreaterThanOrEqual(2);
    expect(isSouth(pv.at(-1)!), position).toBe(isSouth(pv[0]!));
    expect(themes, position).toContain(theme);
  }
  // No pit solves more than a third.
  const first = new Map<string, number>();
  for (const { pv } of all) first.set(pv[0]!.toUpperCase(), (first.get(pv[0]!.toUpperCase()) ?? 0) + 1);
  expect(Math.max(...first.values())).toBeLessThan(all.length / 3);
});

it("says that the puzzles could not be loaded, whatever the browser says", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(loadPuzzles("offline")).rejects.toThrow(noPuzzles);
});
