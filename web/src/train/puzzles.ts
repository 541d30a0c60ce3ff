// The puzzles shipped with the page, and the choice of the next one.
import type { Reasons } from "../api/types";
import { noPuzzles } from "../words/errors";
import type { Progress } from "./progress";
import { themeOf, themes, type Theme } from "./themes";

export interface Puzzle {
  game: string; // id
  position: string;
  line: string[]; // your moves and the replies; starts with your move
  rating: number;
  good?: string[]; // all first moves that solve it, if there are more than line[0]
  proven?: Proven; // missing in puzzles from your own games
}

// What is known about a shipped puzzle. Margins are gains of seeds from the position on, minus the opponent's.
export interface Proven {
  theme: Theme;
  margin: number; // of the solution
  second_margin: number; // upper bound for all other moves
  plies: number | null; // depth of the proof; null: to the end of the game
  why: Reasons; // of the first move
  tempting: { move: string; why: Reasons } | null; // the largest capture, which is not the solution
}

type Shipped = Proven & { position: string; pv: string[]; rating: number };

export const puzzleGames = ["owari", "oware", "awari", "kalah", "mangala", "bestemshe", "toguz-kumalak"] as const;
export const hasPuzzles = (game: string): boolean => puzzleGames.some((id) => id === game);

const loaded = new Map<string, Puzzle[]>();

// Loaded on demand.
export async function loadPuzzles(game: string): Promise<Puzzle[]> {
  const kept = loaded.get(game);
  if (kept) return kept;
  const response = await fetch(`puzzles/${game}.json`).catch(() => null);
  if (!response?.ok) throw new Error(noPuzzles);
  const { puzzles } = (await response.json()) as { puzzles: Shipped[] };
  const all = puzzles.map(({ position, pv, rating, ...proven }) => ({ game, position, line: pv, rating, proven }));
  loaded.set(game, all);
  return all;
}

export const today = (now = new Date()): string => now.toLocaleDateString("sv"); // "2026-11-17", local time

const stride = 7919; // a prime, so that consecutive days use every puzzle once before the first one is repeated

// The same puzzle for everybody on a given day.
export function daily(puzzles: readonly Puzzle[], day: string): Puzzle | undefined {
  const number = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  return puzzles[(number * stride) % Math.max(1, puzzles.length)];
}

export const withTheme = (puzzles: readonly Puzzle[], theme: Theme | null): readonly Puzzle[] =>
  theme === null ? puzzles : puzzles.filter(({ proven }) => proven?.theme === theme);

// The themes that the puzzles of a game have.
export async function themesOf(game: string): Promise<readonly Theme[]> {
  const puzzles = await loadPuzzles(game);
  return themes.filter((theme) => withTheme(puzzles, theme).length > 0);
}

// The untried puzzle closest to the rating, or else the one tried longest ago.
export function nextPuzzle(puzzles: readonly Puzzle[], progress: Progress): Puzzle | undefined {
  const last = (puzzle: Puzzle) => progress.done.lastIndexOf(puzzle.position);
  const distance = (puzzle: Puzzle) => Math.abs(puzzle.rating - progress.rating);
  return [...puzzles].sort((a, b) => last(a) - last(b) || distance(a) - distance(b))[0];
}

// The address of the puzzles of a game, perhaps of one theme: #puzzles=kalah/extra-turns
export const puzzlesAddress = (game: string, theme: Theme | null): string => `#puzzles=${game}${theme ? `/${theme}` : ""}`;
export function readPuzzlesAddress(fragment: string): { game: string; theme: Theme | null } | null {
  const [, game, theme] = /^puzzles=([\w-]+)(?:\/([\w-]+))?$/.exec(fragment) ?? [];
  return game !== undefined && hasPuzzles(game) ? { game, theme: themeOf(theme) } : null;
}
