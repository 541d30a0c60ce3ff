// How often moves were played, and with what result for the mover.
import { owner } from "../api/sides";
import { winnerOf, type Archive, type SavedGame, type SavedLine } from "../game/archive";
import { gameKey, movesOf, type Saved } from "../game/saved";

export type Tally = readonly [played: number, won: number, drawn: number];
export type Tallies = Record<string, Record<string, Tally>>; // by position, then by move

// The statistics shipped for a game.
export interface Book {
  games: number; // number of games
  proven: Record<string, Record<string, number>>; // margins by position and move, for solved positions
  positions: Tallies;
}

const concurrent = 4; // requests in flight

// Counts your finished games of the game with this key. `positionsOf` returns the position before each move; its
// answers are cached in the archive.
export async function countOwn(archive: Archive, key: string, positionsOf: (saved: Saved, moves: string[]) => Promise<string[]>): Promise<Tallies> {
  const known = new Map((await archive.lines()).map((line) => [line.id, line]));
  const games = (await archive.list()).filter((kept) => kept.saved.live !== null && gameKey(kept.saved) === key && winnerOf(kept) !== undefined);
  const tallies: Tallies = {};
  const count = async (kept: SavedGame) => {
    const moves = movesOf(kept.saved);
    let line = known.get(kept.id);
    if (line?.moves.join() !== moves.join()) {
      line = { id: kept.id, moves, positions: await positionsOf(kept.saved, moves) };
      void archive.saveLine(line);
    }
    add(tallies, kept, line!);
  };
  for (let i = 0; i < games.length; i += concurrent) await Promise.all(games.slice(i, i + concurrent).map(count));
  return tallies;
}

function add(tallies: Tallies, kept: SavedGame, { moves, positions }: SavedLine): void {
  const winner = winnerOf(kept);
  for (const [i, move] of moves.entries()) {
    const here = (tallies[positions[i] ?? ""] ??= {});
    const [played, won, drawn] = here[move] ?? [0, 0, 0];
    here[move] = [played + 1, won + (winner === owner(move) ? 1 : 0), drawn + (winner === null ? 1 : 0)];
  }
}
