// Puzzle progress: rating, streak, best rushes, and mistakes from your own games.
import type { Memory } from "../game/archive";
import type { Bests } from "./rush";

export interface Mistake {
  game: string; // id
  position: string;
  line: string[]; // the best move and its continuation
  loss: number;
  good?: string[]; // all solutions; missing until a search has found them
  plies?: number; // search depth needed to find a solution
}

export interface Progress {
  rating: number;
  solved: number;
  streak: number; // consecutive days with the daily puzzle solved
  day: string; // of the last solved daily puzzle, "2026-11-17"
  failedDay: string; // of the last failed daily puzzle
  game: string; // id of the game whose puzzles are shown; "": the game on the board
  done: string[]; // positions tried, the latest last
  rush: Bests;
  mistakes: Mistake[];
}

export const progressKey = "sow.puzzles";
const maxDone = 5000; // about twice the puzzles shipped with the page
const maxMistakes = 100;
const kFactor = 32; // maximum rating change per puzzle

const fresh = (): Progress => ({ rating: 800, solved: 0, streak: 0, day: "", failedDay: "", game: "", done: [], rush: {}, mistakes: [] });

export function loadProgress(memory: Pick<Memory, "getItem">): Progress {
  try {
    const kept = JSON.parse(memory.getItem(progressKey) ?? "{}");
    const start = fresh();
    for (const name of Object.keys(start) as (keyof Progress)[]) {
      if (typeof kept[name] === typeof start[name]) Object.assign(start, { [name]: kept[name] });
    }
    return start;
  } catch {
    return fresh();
  }
}

// With what another tab has saved since.
export const latest = (memory: Pick<Memory, "getItem">, known: Progress): Progress => {
  try {
    return memory.getItem(progressKey) === null ? known : loadProgress(memory);
  } catch {
    return known;
  }
};

export function saveProgress(memory: Pick<Memory, "setItem">, progress: Progress): void {
  try {
    memory.setItem(progressKey, JSON.stringify(progress));
  } catch {
    // Storage is full or disabled.
  }
}

// The rating of a puzzle from your own games, which needs a search of this depth.
export const ratingOfDepth = (plies: number): number => 500 + 120 * plies;

// Your Elo rating after a puzzle of this rating.
export function rated(rating: number, puzzle: number, solved: boolean): number {
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / 400));
  return Math.round(rating + kFactor * ((solved ? 1 : 0) - expected));
}

// Only the first try at a puzzle counts.
export function tried(progress: Progress, position: string, rating: number, solved: boolean): Progress {
  const again = progress.done.includes(position);
  return {
    ...progress,
    rating: again ? progress.rating : rated(progress.rating, rating, solved),
    solved: progress.solved + (solved && !again ? 1 : 0),
    done: [...progress.done.filter((one) => one !== position), position].slice(-maxDone),
  };
}

const dayBefore = (day: string): string => new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

export const failedDaily = (progress: Progress, day: string): Progress => ({ ...progress, failedDay: day });
export const triedDaily = ({ day, failedDay }: Progress, today: string): boolean => day === today || failedDay === today;
// Solving the daily puzzle after a wrong try does not count.
export function solvedDaily(progress: Progress, day: string): Progress {
  if (triedDaily(progress, day)) return progress;
  return { ...progress, day, streak: progress.day === dayBefore(day) ? progress.streak + 1 : 1 };
}

// The streak ends when a day passes without a solved daily puzzle.
export const currentStreak = (progress: Progress, today: string): number =>
  progress.day === today || progress.day === dayBefore(today) ? progress.streak : 0;

export function withMistakes(progress: Progress, mistakes: readonly Mistake[]): Progress {
  const known = new Set(progress.mistakes.map(({ position }) => position));
  return { ...progress, mistakes: [...progress.mistakes, ...mistakes.filter(({ position }) => !known.has(position))].slice(-maxMistakes) };
}
export const replaceMistake = (progress: Progress, solved: Mistake): Progress =>
  ({ ...progress, mistakes: progress.mistakes.map((mistake) => (mistake.position === solved.position ? solved : mistake)) });
export const withoutMistake = (progress: Progress, position: string): Progress =>
  ({ ...progress, mistakes: progress.mistakes.filter((mistake) => mistake.position !== position) });

// Of two devices: the progress with more solved puzzles, and the mistakes of both.
export function mergeProgress(here: string, there: string): string {
  const [mine, theirs] = [here, there].map((text) => loadProgress({ getItem: () => text })) as [Progress, Progress];
  const [more, less] = theirs.solved > mine.solved ? [theirs, mine] : [mine, theirs];
  return JSON.stringify(withMistakes(more, less.mistakes));
}
