import { expect, it } from "vitest";
import { keepProgress, loadProgress, rated, solvedDaily, tried, withMistakes, withoutMistake, type Progress } from "./progress";

const nothing = () => loadProgress({ getItem: () => null });

it("rates by how much one must see", () => {
  expect(rated(800, 2, true)).toBeGreaterThan(800);
  expect(rated(800, 8, true)).toBeGreaterThan(rated(800, 2, true));
  expect(rated(800, 2, false)).toBeLessThan(rated(800, 8, false));
});

it("counts days in a row", () => {
  let progress: Progress = solvedDaily(nothing(), "2026-02-28");
  expect(progress.streak).toBe(1);
  progress = solvedDaily(solvedDaily(progress, "2026-03-01"), "2026-03-01");
  expect(progress.streak).toBe(2);
  expect(solvedDaily(progress, "2026-03-03").streak).toBe(1);
});

it("keeps what was done, and mistakes once each", () => {
  const mistake = { game: "owari", position: "1-0-S", line: ["A"], loss: 4 };
  let progress = withMistakes(withMistakes(tried(nothing(), "x", 3, true), [mistake]), [mistake]);
  expect(progress.mistakes).toEqual([mistake]);
  const memory = new Map<string, string>();
  keepProgress({ setItem: (name, text) => void memory.set(name, text) }, progress);
  progress = loadProgress({ getItem: (name) => memory.get(name) ?? null });
  expect(progress.done).toEqual(["x"]);
  expect(progress.solved).toBe(1);
  expect(withoutMistake(progress, "1-0-S").mistakes).toEqual([]);
  expect(loadProgress({ getItem: () => "{" }).rating).toBe(800);
});
