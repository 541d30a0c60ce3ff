import { expect, it } from "vitest";
import { currentStreak, failedDaily, latest, loadProgress, rated, saveProgress, solvedDaily, tried, triedDaily, withMistakes, withoutMistake, type Progress } from "./progress";

const nothing = () => loadProgress({ getItem: () => null });

it("gains more rating from harder puzzles", () => {
  expect(rated(800, 740, true)).toBeGreaterThan(800);
  expect(rated(800, 1400, true)).toBeGreaterThan(rated(800, 740, true));
  expect(rated(800, 740, false)).toBeLessThan(rated(800, 1400, false));
});

it("counts consecutive days", () => {
  let progress: Progress = solvedDaily(nothing(), "2026-02-28");
  expect(progress.streak).toBe(1);
  progress = solvedDaily(solvedDaily(progress, "2026-03-01"), "2026-03-01");
  expect(progress.streak).toBe(2);
  expect(solvedDaily(progress, "2026-03-03").streak).toBe(1);
});

it("ends the streak after a day without a solved puzzle", () => {
  const progress = { ...solvedDaily(nothing(), "2026-01-20"), streak: 9 };
  expect(["2026-01-20", "2026-01-21", "2026-01-22", "2026-11-18"].map((day) => currentStreak(progress, day))).toEqual([9, 9, 0, 0]);
});

it("does not count a daily puzzle that was failed first", () => {
  const failed = failedDaily(nothing(), "2026-03-01");
  expect(triedDaily(failed, "2026-03-01")).toBe(true);
  expect(solvedDaily(failed, "2026-03-01")).toMatchObject({ day: "", streak: 0 });
  expect(solvedDaily(failed, "2026-03-02")).toMatchObject({ day: "2026-03-02", streak: 1 });
});

it("rates and counts only the first try at a puzzle", () => {
  const failed = tried(nothing(), "x", 900, false);
  expect(failed.rating).toBeLessThan(800);
  expect(tried(failed, "x", 900, true)).toMatchObject({ rating: failed.rating, solved: 0, done: ["x"] });
  const solved = tried(nothing(), "x", 900, true);
  expect(tried(solved, "x", 900, true)).toMatchObject({ rating: solved.rating, solved: 1 });
});

it("keeps what another tab has saved", () => {
  const memory = new Map<string, string>();
  const storage = { getItem: (name: string) => memory.get(name) ?? null, setItem: (name: string, text: string) => void memory.set(name, text) };
  const mine = { ...nothing(), rating: 700 };
  expect(latest(storage, mine)).toBe(mine); // nothing is saved, or saving fails
  saveProgress(storage, failedDaily(nothing(), "2026-03-01"));
  expect(solvedDaily(latest(storage, mine), "2026-03-01").streak).toBe(0);
});

it("saves progress and each mistake once", () => {
  const mistake = { game: "owari", position: "1-0-S", line: ["A"], loss: 4 };
  let progress = withMistakes(withMistakes(tried(nothing(), "x", 3, true), [mistake]), [mistake]);
  expect(progress.mistakes).toEqual([mistake]);
  const memory = new Map<string, string>();
  saveProgress({ setItem: (name, text) => void memory.set(name, text) }, progress);
  progress = loadProgress({ getItem: (name) => memory.get(name) ?? null });
  expect(progress.done).toEqual(["x"]);
  expect(progress.solved).toBe(1);
  expect(withoutMistake(progress, "1-0-S").mistakes).toEqual([]);
  expect(loadProgress({ getItem: () => "{" }).rating).toBe(800);
});
