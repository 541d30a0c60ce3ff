// How often moves were played, and how that ended for whoever played them.
import type { Archive, Kept } from "../game/archive";
import { winnerOf } from "../game/archive";
import { owner } from "../api/sides";
import { gameKey, movesOf, type Saved } from "../game/saved";

export type Tally = readonly [played: number, won: number, drawn: number];
export type Tallies = Record<string, Record<string, Tally>>; // by position, then by move

// What is shipped about a game.
export interface Book {
  games: number; // that were counted
  proven: Record<string, Record<string, number>>; // margins of the moves of positions that are solved
  positions: Tallies;
}

// Games of one's own that are over, of the game with this key. `positionsOf` tells the position before each move; what it told is kept.
export async function countOwn(archive: Archive, key: string, positionsOf: (saved: Saved, moves: string[]) => Promise<string[]>): Promise<Tallies> {
  const known = new Map((await archive.lines()).map((line) => [line.id, line]));
  const tallies: Tallies = {};
  for (const kept of await archive.list()) {
    if (kept.saved.live === null || gameKey(kept.saved) !== key || winnerOf(kept) === undefined) continue;
    const moves = movesOf(kept.saved);
    let line = known.get(kept.id);
    if (line?.moves.join() !== moves.join()) {
      line = { id: kept.id, moves, positions: await positionsOf(kept.saved, moves) };
      await archive.keepLine(line);
    }
    add(tallies, kept, line!.moves, line!.positions);
  }
  return tallies;
}

function add(tallies: Tallies, kept: Kept, moves: readonly string[], positions: readonly string[]): void {
  const winner = winnerOf(kept);
  for (const [i, move] of moves.entries()) {
    const here = (tallies[positions[i] ?? ""] ??= {});
    const [played, won, drawn] = here[move] ?? [0, 0, 0];
    here[move] = [played + 1, won + (winner === owner(move) ? 1 : 0), drawn + (winner === null ? 1 : 0)];
  }
}
