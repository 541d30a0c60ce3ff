// Scores as people see them: the final margin of the game, stores included, so that its sign shows who wins.
import { other } from "../api/sides";
import type { Position, Score, Side } from "../api/types";
import * as words from "../words/score";

export const proven = (score: Score): boolean => score.kind === "exact";

const lead = (position: Position, side: Side): number => position.stores[side] - position.stores[other(side)];

// The final margin from the mover's view.
export const finalMargin = (score: Score, position: Position): number =>
  score.margin + lead(position, position.mover);

export const southMargin = (score: Score, position: Position): number =>
  position.mover === "S" ? finalMargin(score, position) : -finalMargin(score, position);

export function signed(margin: number): string {
  const rounded = Math.round(margin * 10) / 10;
  const text = Number.isInteger(rounded) ? String(Math.abs(rounded)) : Math.abs(rounded).toFixed(1);
  return (rounded > 0 ? "+" : rounded < 0 ? "−" : "") + text;
}

// "3", "2.5".
export function unsigned(margin: number): string {
  const rounded = Math.abs(Math.round(margin * 10) / 10);
  return Number.isInteger(rounded) ? String(rounded) : rounded.toFixed(1);
}

// Points of a match: "2", "1½", "½".
export const half = (points: number): string => (points === 0.5 ? "½" : `${Math.floor(points)}${points % 1 ? "½" : ""}`);

// "3 seeds", "1 seed", "2.5 seeds".
export const plainSeeds = (seeds: number): string => words.seeds(unsigned(seeds));

// Compact, for use on a pit: estimates look different there and need no sign.
export const shortScore = (score: Score, position: Position): string => {
  const margin = finalMargin(score, position);
  const text = signed(Math.abs(margin) >= 10 ? Math.round(margin) : margin);
  return score.kind === "estimate" ? text : words.signs[score.kind] + text;
};

export const scoreText = (score: Score, position: Position): string =>
  words.signs[score.kind] + signed(finalMargin(score, position));

export const scoreWords = (score: Score, position: Position): string =>
  words.score(score.kind, signed(finalMargin(score, position)));

// South's share of the bar, from 0 to 1: steep near zero, flat for large margins.
export const barShare = (margin: number, seeds: number): number => 0.5 + 0.5 * Math.tanh(margin / (0.22 * seeds));
