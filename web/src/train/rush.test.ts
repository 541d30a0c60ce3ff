import { expect, it } from "vitest";
import { loadProgress, saveProgress } from "./progress";
import type { Puzzle } from "./puzzles";
import { afterPuzzle, bestOf, isOver, maxStrikes, puzzleFor, secondsLeft, startRun, withBest } from "./rush";

const puzzles: Puzzle[] = Array.from({ length: 100 }, (_, i) => ({ game: "kalah", position: `p${i}`, line: ["A"], rating: 300 + 20 * i }));
const start = startRun("kalah", 3, 1000);

it("ends when the time is up or after three mistakes", () => {
  expect([1000, 180_999, 181_000].map((now) => isOver(start, now))).toEqual([false, false, true]);
  expect([1000, 1001, 180_999, 200_000].map((now) => secondsLeft(start, now))).toEqual([180, 180, 1, 0]);
  let run = start;
  for (let i = 0; i < maxStrikes; ++i) {
    expect(isOver(run, 1000)).toBe(false);
    run = afterPuzzle(afterPuzzle(run, `a${i}`, true), `b${i}`, false);
  }
  expect(isOver(run, 1000)).toBe(true);
  expect(run).toMatchObject({ solved: 3, strikes: 3 });
});

it("gets harder with each solved puzzle and repeats none", () => {
  let run = start;
  const ratings: number[] = [];
  for (let i = 0; i < 30; ++i) {
    const puzzle = puzzleFor(run, puzzles, (i * 0.37) % 1)!;
    expect(run.seen).not.toContain(puzzle.position);
    ratings.push(puzzle.rating);
    run = afterPuzzle(run, puzzle.position, true);
  }
  const mean = (some: number[]) => some.reduce((sum, rating) => sum + rating, 0) / some.length;
  expect(mean(ratings.slice(0, 10)) + 300).toBeLessThan(mean(ratings.slice(10, 20)));
  expect(mean(ratings.slice(10, 20)) + 300).toBeLessThan(mean(ratings.slice(20)));
  expect(puzzleFor({ ...run, seen: puzzles.map(({ position }) => position) }, puzzles, 0.5)).toBeUndefined();
});

it("keeps the best score of each game and length", () => {
  const run = { ...start, solved: 7 };
  let progress = loadProgress({ getItem: () => null });
  progress = { ...progress, rush: withBest(withBest(progress.rush, run), { ...run, solved: 4 }) };
  const memory = new Map<string, string>();
  saveProgress({ setItem: (name, text) => void memory.set(name, text) }, progress);
  const { rush } = loadProgress({ getItem: (name) => memory.get(name) ?? null });
  expect(bestOf(rush, run)).toBe(7);
  expect(bestOf(rush, { game: "kalah", minutes: 5 })).toBe(0);
  expect(bestOf(rush, { game: "owari", minutes: 3 })).toBe(0);
});
