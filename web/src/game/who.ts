// Player specifications: a name with options after a colon, "engine:level=3,time=500".
import * as words from "../words/players";
import type { PlayerKind } from "../api/types";

export const human = "human";
export const friend = "friend"; // a person on another device, who receives moves as links
const engine = "engine";

export interface Who {
  name: string;
  options: Record<string, number>;
}

export function parseWho(text: string): Who {
  const [name = "", rest = ""] = text.split(/:(.*)/s);
  const options: Record<string, number> = {};
  for (const part of rest.split(",")) {
    const [key, value] = part.split("=");
    if (key && value !== undefined && Number.isFinite(Number(value))) options[key] = Number(value);
  }
  return { name, options };
}

export function whoText(who: Who): string {
  const options = Object.entries(who.options).map(([key, value]) => `${key}=${value}`);
  return options.length ? `${who.name}:${options.join(",")}` : who.name;
}

export const isPerson = (who: string): boolean => who === human || who === friend;

const rungOf = (text: string): number => words.ladder.findIndex(({ who }) => who === text);
// The name of an opponent on the ladder; "" for other players.
export const ladderName = (text: string): string => words.ladder[rungOf(text)]?.name ?? "";
// "strength 3 of 10"; "" for other players.
export const strengthOf = (text: string): string => (rungOf(text) < 0 ? "" : words.strength(rungOf(text) + 1, words.ladder.length));

// "Person", "Kojo (strength 2 of 10)", "Computer (level 7)", "Computer (minimax)".
export function whoTitle(text: string): string {
  if (rungOf(text) >= 0) return words.named(ladderName(text), strengthOf(text));
  const { name, options } = parseWho(text);
  if (name === human) return words.person;
  if (name === friend) return words.friend;
  const how = Object.entries(options).map(([key, value]) => words.option(key, value));
  return words.computer([...(name === engine && how.length > 0 ? [] : [name]), ...how].join(", "));
}

// The same player at a higher or lower level, or null if there is no such level.
export function atLevel(text: string, change: number, kinds: readonly PlayerKind[]): string | null {
  const who = parseWho(text);
  const option = kinds.find(({ name }) => name === who.name)?.options.find(({ name }) => name === "level");
  const level = who.options.level ?? option?.default;
  if (!option || level === undefined || level === null) return null;
  const next = level + change;
  return next < option.min || next > option.max ? null : whoText({ ...who, options: { ...who.options, level: next } });
}

// Keeps the options that this kind of player supports, within their ranges.
export function fitWho(who: Who, kind: PlayerKind): Who {
  const options: Record<string, number> = {};
  for (const option of kind.options) {
    const value = who.options[option.name];
    if (value === undefined) continue;
    options[option.name] = Math.min(option.max, Math.max(option.min, Math.round(value)));
  }
  return { name: kind.name, options };
}
