import { expect, it } from "vitest";
import { daily, nextPuzzle, type Puzzle } from "./puzzles";
import { loadProgress, tried } from "./progress";

const puzzles: Puzzle[] = [1, 2, 3, 5, 13].map((plies) => ({ game: "owari", position: `p${plies}`, line: ["A"], margin: 4, next: 0, plies }));

it("has one puzzle for a day", () => {
  const days = Array.from({ length: 9 }, (_, i) => daily(puzzles, `2026-11-1${i}`));
  expect(days[0]).toEqual(daily(puzzles, "2026-11-10"));
  expect(new Set(days.map((puzzle) => puzzle?.position)).size).toBe(3);
  expect(days.every((puzzle) => puzzle && puzzle.plies >= 2 && puzzle.plies <= 6)).toBe(true);
});

it("goes on with what suits one and was not tried yet", () => {
  let progress = loadProgress({ getItem: () => null });
  const order: number[] = [];
  for (let i = 0; i < 5; ++i) {
    const puzzle = nextPuzzle(puzzles, progress)!;
    order.push(puzzle.plies);
    progress = { ...tried(progress, puzzle.position, puzzle.plies, true), rating: 800 };
  }
  expect(new Set(order).size).toBe(5);
  expect(order[0]).toBe(2);
  expect(nextPuzzle(puzzles, progress)?.plies).toBe(order[0]);
});
