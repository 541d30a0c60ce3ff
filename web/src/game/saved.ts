// A game as the browser keeps it and as a link holds it.
import type { Element, GivenRecord, Side } from "../api/types";

export interface Saved {
  game: string | null; // id; null: that of `rules`
  rules: string | null; // TOML of one's own game
  title: string; // of the game, for lists
  position: string | null; // where it begins, if not at the start
  line: Element[];
  at: string[]; // the moves that lead to where one was
  players: Record<Side, string>;
  resigned: Side | null;
  tags: Record<string, string>;
  flipped: boolean;
  paused: boolean; // nobody but the person moves
}

export const recordOf = (saved: Saved): GivenRecord => ({
  game: saved.game, tags: saved.tags, position: saved.position, line: saved.line, resigned: saved.resigned,
});

const isText = (value: unknown): value is string => typeof value === "string";
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isSide = (value: unknown): value is Side => value === "S" || value === "N";

function isElement(value: unknown): value is Element {
  if (!isObject(value)) return false;
  if ("move" in value) return isText(value.move) && /^[A-Za-z]$/.test(value.move);
  if ("comment" in value) return isText(value.comment);
  return isLine(value.variation);
}
const isLine = (value: unknown): value is Element[] => Array.isArray(value) && value.every(isElement);

// Whether something read from a link or from the browser's memory has the shape of a saved game. Whether its moves can be
// played the server says.
export function isSaved(value: unknown): value is Saved {
  return (
    isObject(value) &&
    isTextOrNull(value.game) && isTextOrNull(value.rules) && (value.game !== null || value.rules !== null) &&
    isText(value.title) && isTextOrNull(value.position) && isLine(value.line) &&
    Array.isArray(value.at) && value.at.every(isText) &&
    isObject(value.players) && isText(value.players.S) && isText(value.players.N) &&
    (value.resigned === null || isSide(value.resigned)) &&
    isObject(value.tags) && Object.values(value.tags).every(isText) &&
    typeof value.flipped === "boolean" && typeof value.paused === "boolean"
  );
}
