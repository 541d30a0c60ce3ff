// WHO plays a side: a player's name with options after a colon, "engine:level=3,time=500".
import type { PlayerKind } from "../api/types";

export const human = "human";

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

// How the page calls a player: "Person", "Engine, level 3", "Greedy".
export function whoTitle(text: string): string {
  const { name, options } = parseWho(text);
  if (name === human) return "Person";
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  return [title, ...Object.entries(options).map(([key, value]) => `${key} ${value}`)].join(", ");
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
