// A move is text: the letter of the pit, followed by a direction or number in some games.
import type { Pit } from "../api/types";

export const pitOf = (move: string): Pit => move.charAt(0);

// Whether a text has the form of a move; the server checks whether it is legal.
export const isMoveText = (text: string): boolean => /^[A-Za-z][<>]?\d*$/.test(text);

// Groups moves by the pit they start from.
export function byPit<T extends { move: string }>(moves: readonly T[]): Map<Pit, T[]> {
  const found = new Map<Pit, T[]>();
  for (const move of moves) {
    const pit = pitOf(move.move);
    found.set(pit, [...(found.get(pit) ?? []), move]);
  }
  return found;
}
