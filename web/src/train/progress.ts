// What somebody has done with puzzles: a rating, a streak of days, and mistakes of their own to come back to.
import type { Memory } from "../game/archive";

export interface Mistake {
  game: string; // id
  position: string;
  line: string[]; // the best move, and what follows
  loss: number;
}

export interface Progress {
  rating: number;
  solved: number;
  streak: number; // days in a row with the daily puzzle solved
  day: string; // of the last daily puzzle solved, "2026-11-17"
  done: string[]; // positions tried, the last one last
  mistakes: Mistake[];
}

const key = "sow.puzzles";
const mostDone = 500;
const mostMistakes = 100;
const step = 32; // points a puzzle is worth at most

const fresh = (): Progress => ({ rating: 800, solved: 0, streak: 0, day: "", done: [], mistakes: [] });

export function loadProgress(memory: Pick<Memory, "getItem">): Progress {
  try {
    const kept = JSON.parse(memory.getItem(key) ?? "{}");
    const start = fresh();
    for (const name of Object.keys(start) as (keyof Progress)[]) {
      if (typeof kept[name] === typeof start[name]) Object.assign(start, { [name]: kept[name] });
    }
    return start;
  } catch {
    return fresh();
  }
}

export function keepProgress(memory: Pick<Memory, "setItem">, progress: Progress): void {
  try {
    memory.setItem(key, JSON.stringify(progress));
  } catch {
    // The browser keeps nothing for this page.
  }
}

// How hard a puzzle is, on the scale of ratings: by the plies one must see.
export const difficulty = (plies: number): number => 500 + 120 * plies;

// A rating after a puzzle, as chess players count.
export function rated(rating: number, plies: number, solved: boolean): number {
  const expected = 1 / (1 + 10 ** ((difficulty(plies) - rating) / 400));
  return Math.round(rating + step * ((solved ? 1 : 0) - expected));
}

export function tried(progress: Progress, position: string, plies: number, solved: boolean): Progress {
  return {
    ...progress,
    rating: rated(progress.rating, plies, solved),
    solved: progress.solved + (solved ? 1 : 0),
    done: [...progress.done.filter((one) => one !== position), position].slice(-mostDone),
  };
}

const dayBefore = (day: string): string => new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

export function solvedDaily(progress: Progress, day: string): Progress {
  if (progress.day === day) return progress;
  return { ...progress, day, streak: progress.day === dayBefore(day) ? progress.streak + 1 : 1 };
}

export function withMistakes(progress: Progress, mistakes: readonly Mistake[]): Progress {
  const known = new Set(progress.mistakes.map(({ position }) => position));
  return { ...progress, mistakes: [...progress.mistakes, ...mistakes.filter(({ position }) => !known.has(position))].slice(-mostMistakes) };
}
export const withoutMistake = (progress: Progress, position: string): Progress =>
  ({ ...progress, mistakes: progress.mistakes.filter((mistake) => mistake.position !== position) });
