import type { Score } from "../api/types";
import { count } from "./common";

// Distinguishes proven scores from estimates wherever a number is shown.
export const signs: Record<Score["kind"], string> = { exact: "=", lower: "≥", upper: "≤", estimate: "~" };

const spoken: Record<Score["kind"], (margin: string) => string> = {
  exact: (margin) => `proven ${margin}`,
  lower: (margin) => `proven at least ${margin}`,
  upper: (margin) => `proven at most ${margin}`,
  estimate: (margin) => `estimated ${margin}`,
};
export const score = (kind: Score["kind"], margin: string): string => spoken[kind](margin);

export const seeds = (text: string): string => `${text} ${text === "1" ? "seed" : "seeds"}`;
export const margin = (text: string): string => `Margin: ${text}`;
export const notAnalyzed = "Not analyzed yet";

export const balance = (games: number, text: string): string => `Wins minus losses over ${count(games, "game")}: ${text}`;
