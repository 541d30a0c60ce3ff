// A rush: as many puzzles as you can solve in a few minutes. They get harder, and three mistakes end it.

export const rushMinutes = [3, 5] as const;
export type RushMinutes = (typeof rushMinutes)[number];
export const maxStrikes = 3;

interface Rated {
  readonly position: string;
  readonly rating: number;
}
export interface Run {
  readonly game: string; // id
  readonly minutes: RushMinutes;
  readonly ends: number; // time in milliseconds
  readonly solved: number;
  readonly strikes: number;
  readonly seen: readonly string[]; // positions
}

const easiest = 300; // rating of the first puzzles
const rise = 60; // in rating per solved puzzle
const choices = 8; // puzzles to choose from, so that runs differ

export const startRun = (game: string, minutes: RushMinutes, now: number): Run =>
  ({ game, minutes, ends: now + minutes * 60_000, solved: 0, strikes: 0, seen: [] });

export const isOver = ({ ends, strikes }: Run, now: number): boolean => strikes >= maxStrikes || now >= ends;
export const secondsLeft = ({ ends }: Run, now: number): number => Math.max(0, Math.ceil((ends - now) / 1000));

export const afterPuzzle = (run: Run, position: string, solved: boolean): Run =>
  ({ ...run, solved: run.solved + Number(solved), strikes: run.strikes + Number(!solved), seen: [...run.seen, position] });

// One of the unseen puzzles closest to the difficulty the run has reached. `random`: from 0 to below 1.
export function puzzleFor<T extends Rated>(run: Run, puzzles: readonly T[], random: number): T | undefined {
  const target = easiest + rise * run.solved;
  const distance = ({ rating }: Rated) => Math.abs(rating - target);
  const near = puzzles.filter(({ position }) => !run.seen.includes(position)).sort((a, b) => distance(a) - distance(b)).slice(0, choices);
  return near[Math.floor(random * near.length)];
}

// Best scores by game and minutes: { "kalah/3": 12 }.
export type Bests = Readonly<Record<string, number>>;
const keyOf = ({ game, minutes }: Pick<Run, "game" | "minutes">): string => `${game}/${minutes}`;
export const bestOf = (bests: Bests, run: Pick<Run, "game" | "minutes">): number => bests[keyOf(run)] ?? 0;
export const withBest = (bests: Bests, run: Run): Bests => ({ ...bests, [keyOf(run)]: Math.max(bestOf(bests, run), run.solved) });
