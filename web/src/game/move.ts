// A move is the text the server gives. It begins with the letter of the pit that is sown; what follows says how.
import type { Pit } from "../api/types";

export const pitOf = (move: string): Pit => move.charAt(0);

// Whether a text can be a move at all; whether it is one here the server says.
export const isMoveText = (text: string): boolean => /^[A-Za-z][<>]?\d*$/.test(text);

// Things that belong to moves, by the pit they begin in.
export function byPit<T extends { move: string }>(things: readonly T[]): Map<Pit, T[]> {
  const found = new Map<Pit, T[]>();
  for (const thing of things) {
    const pit = pitOf(thing.move);
    found.set(pit, [...(found.get(pit) ?? []), thing]);
  }
  return found;
}
