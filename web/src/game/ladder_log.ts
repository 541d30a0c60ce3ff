// The log of games against ladder opponents. Stars are computed from it, not from the saved games, which can be
// deleted, taken back, and open in two tabs. An entry follows one game from its start to its end: moves are only ever
// added, and once the result is known, nothing changes.
import type { Side } from "../api/types";

export type Points = 1 | 0 | -1; // won, drawn, lost

export interface LadderEntry {
  id: string; // of the game
  game: string; // key
  who: string; // the opponent
  side: Side; // yours
  moves: string[];
  time: number; // of the last change
  points: Points | null; // null: unfinished
  void: boolean; // does not count: you had help, changed the opponent, or played on from an earlier position
}

const startsWith = (long: readonly string[], short: readonly string[]): boolean => short.every((move, i) => move === long[i]);

// The entry after the game has reached the state `now`. `whole`: the game was recorded from the start elsewhere.
export function nextEntry(old: LadderEntry | null, now: LadderEntry, whole = false): LadderEntry {
  // A game that is not followed from its start comes from a link or was continued in a copy.
  if (!old) return whole || now.moves.length === 0 ? now : { ...now, void: true };
  if (old.points !== null || old.void) return old;
  const same = old.moves.length === 0 || (old.who === now.who && old.side === now.side && old.game === now.game);
  if (now.void || !same) return { ...now, void: true };
  // A tab that shows an earlier position of the game changes nothing until it plays another move there.
  if (startsWith(old.moves, now.moves) && old.moves.length > now.moves.length) return old;
  return startsWith(now.moves, old.moves) ? now : { ...now, void: true };
}

export const isLadderEntry = (value: unknown): value is LadderEntry => {
  const entry = value as Partial<LadderEntry> | null | undefined;
  return typeof entry?.id === "string" && typeof entry.game === "string" && typeof entry.who === "string" && (entry.side === "S" || entry.side === "N") &&
    Array.isArray(entry.moves) && typeof entry.time === "number" && typeof entry.void === "boolean" &&
    (entry.points === null || entry.points === 1 || entry.points === 0 || entry.points === -1);
};
