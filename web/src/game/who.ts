// WHO plays a side: a player's name with options after a colon, "engine:level=3,time=500".
import type { PlayerKind } from "../api/types";

export const human = "human";
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

// How the page calls a player: "Person", "Computer (level 3)", "Computer (greedy)".
export function whoTitle(text: string): string {
  const { name, options } = parseWho(text);
  if (name === human) return "Person";
  const how = Object.entries(options).map(([key, value]) => `${key} ${value}`);
  return `Computer (${[...(name === engine && how.length > 0 ? [] : [name]), ...how].join(", ")})`;
}

// The same player some levels higher or lower; null if there is none.
export function atLevel(text: string, change: number, kinds: readonly PlayerKind[]): string | null {
  const who = parseWho(text);
  const option = kinds.find(({ name }) => name === who.name)?.options.find(({ name }) => name === "level");
  const level = who.options.level ?? option?.default;
  if (!option || level === undefined || level === null) return null;
  const wanted = level + change;
  return wanted < option.least || wanted > option.most ? null : whoText({ ...who, options: { ...who.options, level: wanted } });
}

// Only what the kind of player takes, within its bounds.
export function fitWho(who: Who, kind: PlayerKind): Who {
  const options: Record<string, number> = {};
  for (const option of kind.options) {
    const value = who.options[option.name];
    if (value === undefined) continue;
    options[option.name] = Math.min(option.most, Math.max(option.least, Math.round(value)));
  }
  return { name: kind.name, options };
}
