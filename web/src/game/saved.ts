// A game as saved in the browser and in links.
import type { Element, GivenRecord, Side } from "../api/types";
import { isMoveText } from "./move";
import { isSeries, type Series } from "./series";
import { sides, you } from "../words/common";
import { human, whoTitle } from "./who";

// A clock and the milliseconds left for each side.
export interface SavedClock {
  minutes: number;
  increment?: number; // seconds added after each move
  left: Record<Side, number>;
}

export interface Saved {
  game: string | null; // id, or null if `rules` is set
  rules: string | null; // TOML of a custom game
  title: string; // of the game, for lists
  position: string | null; // start, if not the usual one
  line: Element[];
  live: number | null; // number of main-line moves that belong to the game (the rest is exploration); null: a study
  at: string[]; // moves to the position on the board
  players: Record<Side, string>;
  resigned: Side | null;
  tags: Record<string, string>;
  flipped: boolean;
  clock: SavedClock | null;
  agreed?: boolean; // two people have ended the game at a repetition
  aided?: boolean; // you used hints, analysis, a report, or the coach, took moves back, or changed the players
  coach?: boolean; // the coach comments on your moves
  names?: Record<Side, string>; // of people; "" for none
  series?: Series; // the match that the game belongs to
  sent?: number; // turn by turn: the number of moves that both players have, plus one for a resignation; -1: not even the start
}

export const maxName = 30; // letters

// A player's name, or else what kind of player it is.
export const playerName = ({ names, players }: Pick<Saved, "names" | "players">, side: Side): string => names?.[side] || whoTitle(players[side]);

// The name in lists: without a name, one person is "You", and two are South and North.
export function listedName(saved: Saved, side: Side): string {
  const { players, names } = saved;
  if (players[side] !== human || names?.[side]) return playerName(saved, side);
  return players[side === "S" ? "N" : "S"] === human ? sides[side] : you;
}

// Identifies the game being played, whichever random start it has.
export const gameKey = ({ game, rules }: Pick<Saved, "game" | "rules">): string => rules ?? withoutDeal(game ?? "");
const withoutDeal = (id: string): string => id.replace(/deal=\d+,?/, "").replace(/[:,]$/, "");

// The moves of the game, or the main line of a study.
export const movesOf = (saved: Saved): string[] =>
  recordOf(saved).line!.flatMap((element) => ("move" in element ? [element.move] : []));

// Without moves explored after the end of the game.
export const recordOf = (saved: Saved): GivenRecord => ({
  game: saved.game, tags: saved.tags, position: saved.position, resigned: saved.resigned,
  line: saved.live === null ? saved.line : firstMoves(saved.line, saved.live),
});

function firstMoves(line: readonly Element[], max: number): Element[] {
  let moves = 0;
  const end = line.findIndex((element) => "move" in element && ++moves > max);
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

// Validates the form of a saved game; the server checks its moves. Version 0.1 marked studies with `paused` and had no
// clocks.
export function readSaved(value: unknown): Saved | null {
  if (!isObject(value)) return null;
  const { paused, ...rest } = { clock: null, ...value } as Record<string, unknown>;
  const known = typeof paused === "boolean" && isLine(rest.line)
    ? { ...rest, live: paused ? null : rest.line.filter((element) => "move" in element).length } : rest;
  return isSaved(known) ? known : null;
}

const isName = (value: unknown): boolean => isText(value) && value.length <= maxName;
const isNames = (value: unknown): boolean => isObject(value) && isName(value.S) && isName(value.N);
const isTime = (value: unknown): boolean => typeof value === "number" && value >= 0;
const isClock = (value: unknown): value is SavedClock =>
  isObject(value) && isTime(value.minutes) && (value.increment === undefined || isTime(value.increment)) && isObject(value.left) && isTime(value.left.S) && isTime(value.left.N);

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
    (value.clock === null || isClock(value.clock)) &&
    [value.agreed, value.aided, value.coach].every((flag) => flag === undefined || typeof flag === "boolean") &&
    (value.names === undefined || isNames(value.names)) && (value.series === undefined || isSeries(value.series)) &&
    (value.sent === undefined || Number.isInteger(value.sent))
  );
}
