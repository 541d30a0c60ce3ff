// How often moves were played, and how that ended for whoever played them.
import { owner } from "../api/sides";
import { winnerOf, type Archive, type Kept, type KeptLine } from "../game/archive";
import { gameKey, movesOf, type Saved } from "../game/saved";

export type Tally = readonly [played: number, won: number, drawn: number];
export type Tallies = Record<string, Record<string, Tally>>; // by position, then by move

// What is shipped about a game.
export interface Book {
  games: number; // that were counted
  proven: Record<string, Record<string, number>>; // margins of the moves of positions that are solved
  positions: Tallies;
}

const atOnce = 4; // games the server is asked about

// Games of one's own that are over, of the game with this key. `positionsOf` tells the position before each move; what it told is kept.
export async function countOwn(archive: Archive, key: string, positionsOf: (saved: Saved, moves: string[]) => Promise<string[]>): Promise<Tallies> {
  const known = new Map((await archive.lines()).map((line) => [line.id, line]));
  const games = (await archive.list()).filter((kept) => kept.saved.live !== null && gameKey(kept.saved) === key && winnerOf(kept) !== undefined);
  const tallies: Tallies = {};
  const count = async (kept: Kept) => {
    const moves = movesOf(kept.saved);
    let line = known.get(kept.id);
    if (line?.moves.join() !== moves.join()) {
      line = { id: kept.id, moves, positions: await positionsOf(kept.saved, moves) };
      void archive.keepLine(line);
    }
    add(tallies, kept, line!);
  };
  for (let i = 0; i < games.length; i += atOnce) await Promise.all(games.slice(i, i + atOnce).map(count));
  return tallies;
}

function add(tallies: Tallies, kept: Kept, { moves, positions }: KeptLine): void {
  const winner = winnerOf(kept);
  for (const [i, move] of moves.entries()) {
    const here = (tallies[positions[i] ?? ""] ??= {});
    const [played, won, drawn] = here[move] ?? [0, 0, 0];
    here[move] = [played + 1, won + (winner === owner(move) ? 1 : 0), drawn + (winner === null ? 1 : 0)];
  }
}
