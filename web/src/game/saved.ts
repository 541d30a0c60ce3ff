// A game as the browser keeps it and as a link holds it.
import type { Element, GivenRecord, Side } from "../api/types";
import { isMoveText } from "./move";

// A clock, and the milliseconds it has left for each side.
export interface KeptClock {
  minutes: number;
  left: Record<Side, number>;
}

export interface Saved {
  game: string | null; // id; null: that of `rules`
  rules: string | null; // TOML of one's own game
  title: string; // of the game, for lists
  position: string | null; // where it begins, if not at the start
  line: Element[];
  live: number | null; // how many moves of the main line are the game, what follows being tried out; null: a study
  at: string[]; // the moves that lead to where one was
  players: Record<Side, string>;
  resigned: Side | null;
  tags: Record<string, string>;
  flipped: boolean;
  clock: KeptClock | null;
}

// Which game it is, for comparing.
export const gameKey = ({ game, rules }: Pick<Saved, "game" | "rules">): string => rules ?? game ?? "";

// The moves of the game, or of the main line of a study.
export const movesOf = (saved: Saved): string[] =>
  recordOf(saved).line!.flatMap((element) => ("move" in element ? [element.move] : []));

// Without what was only tried out after the last move of the game.
export const recordOf = (saved: Saved): GivenRecord => ({
  game: saved.game, tags: saved.tags, position: saved.position, resigned: saved.resigned,
  line: saved.live === null ? saved.line : firstMoves(saved.line, saved.live),
});

function firstMoves(line: readonly Element[], most: number): Element[] {
  let moves = 0;
  const end = line.findIndex((element) => "move" in element && ++moves > most);
  return line.slice(0, end < 0 ? undefined : end);
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isSide = (value: unknown): value is Side => value === "S" || value === "N";

function isElement(value: unknown): value is Element {
  if (!isObject(value)) return false;
  if ("move" in value) return isText(value.move) && isMoveText(value.move);
  if ("comment" in value) return isText(value.comment);
  return isLine(value.variation);
}
const isLine = (value: unknown): value is Element[] => Array.isArray(value) && value.every(isElement);

// What was read from a link or from the browser's memory, if it has the shape of a saved game. Whether its moves can be played the
// server says. Until 0.1 `paused` told a study from a game, and there were no clocks.
export function readSaved(value: unknown): Saved | null {
  if (!isObject(value)) return null;
  const { paused, ...rest } = { clock: null, ...value } as Record<string, unknown>;
  const known = typeof paused === "boolean" && isLine(rest.line)
    ? { ...rest, live: paused ? null : rest.line.filter((element) => "move" in element).length } : rest;
  return isSaved(known) ? known : null;
}

const isTime = (value: unknown): boolean => typeof value === "number" && value >= 0;
const isClock = (value: unknown): value is KeptClock =>
  isObject(value) && isTime(value.minutes) && isObject(value.left) && isTime(value.left.S) && isTime(value.left.N);

function isSaved(value: unknown): value is Saved {
  return (
    isObject(value) &&
    isTextOrNull(value.game) && isTextOrNull(value.rules) && (value.game !== null || value.rules !== null) &&
    isText(value.title) && isTextOrNull(value.position) && isLine(value.line) &&
    Array.isArray(value.at) && value.at.every(isText) &&
    isObject(value.players) && isText(value.players.S) && isText(value.players.N) &&
    (value.resigned === null || isSide(value.resigned)) &&
    (value.live === null || (Number.isInteger(value.live) && Number(value.live) >= 0)) &&
    isObject(value.tags) && Object.values(value.tags).every(isText) && typeof value.flipped === "boolean" &&
    (value.clock === null || isClock(value.clock))
  );
}
