// The puzzles that are shipped with the page, and which one comes next.
import { difficulty, type Progress } from "./progress";

export interface Puzzle {
  game: string; // id
  position: string;
  line: string[]; // the move, and what follows
  margin: number; // how the game ends for the mover
  next: number; // and how with the best of the other moves; as little if it is not known
  plies: number; // that one must see
}

export const puzzleGames = ["owari", "oware", "awari", "kalah", "toguz-kumalak"] as const;

// Fetched when they are first wanted.
export async function loadPuzzles(game: string): Promise<Puzzle[]> {
  const response = await fetch(`/puzzles/${game}.json`);
  if (!response.ok) throw new Error("The puzzles cannot be fetched.");
  const { puzzles } = (await response.json()) as { puzzles: Omit<Puzzle, "game">[] };
  return puzzles.map((puzzle) => ({ ...puzzle, game }));
}

export const today = (now = new Date()): string => now.toLocaleDateString("sv"); // 2026-11-17, by the clock of the place

// The same for everybody on a day, neither trivial nor endless.
export function daily(puzzles: readonly Puzzle[], day: string): Puzzle | undefined {
  const fair = puzzles.filter(({ plies }) => plies >= 2 && plies <= 6);
  const number = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  return (fair.length > 0 ? fair : puzzles)[(number * 7919) % Math.max(1, (fair.length || puzzles.length))];
}

// The one nearest to what one can do that has not been tried, or was longest ago.
export function nextPuzzle(puzzles: readonly Puzzle[], progress: Progress): Puzzle | undefined {
  const last = (puzzle: Puzzle) => progress.done.lastIndexOf(puzzle.position);
  const distance = (puzzle: Puzzle) => Math.abs(difficulty(puzzle.plies) - progress.rating);
  return [...puzzles].sort((a, b) => last(a) - last(b) || distance(a) - distance(b))[0];
}
