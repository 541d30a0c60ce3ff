// Scores for people. The server counts from here on in the mover's view; the page shows how the game would end, what is
// in the stores included, so that the sign tells who wins.
import { other, sideName } from "../api/sides";
import type { Position, Score, Side } from "../api/types";

export const proven = (score: Score): boolean => score.kind === "exact";

// What tells an estimate from something proven wherever a number is shown.
const signs: Record<Score["kind"], string> = { exact: "=", lower: "≥", upper: "≤", estimate: "≈" };
const words: Record<Score["kind"], string> = {
  exact: "proven", lower: "proven at least", upper: "proven at most", estimate: "estimated",
};

const lead = (position: Position, side: Side): number => position.stores[side] - position.stores[other(side)];

// The margin at the end in the mover's view.
export const finalMargin = (score: Score, position: Position): number =>
  score.margin + lead(position, position.mover);

export const southMargin = (score: Score, position: Position): number =>
  position.mover === "S" ? finalMargin(score, position) : -finalMargin(score, position);

export function signed(margin: number): string {
  const rounded = Math.round(margin * 10) / 10;
  const text = Number.isInteger(rounded) ? String(Math.abs(rounded)) : Math.abs(rounded).toFixed(1);
  return (rounded > 0 ? "+" : rounded < 0 ? "−" : "") + text;
}

// A number of seeds that has no sign: "3 seeds", "1 seed", "about 2.5 seeds".
export function plainSeeds(seeds: number): string {
  const text = signed(Math.abs(seeds)).replace(/^[+−]/, "");
  return `${text} ${text === "1" ? "seed" : "seeds"}`;
}

// On a pit there is room for little: an estimate, told apart by its looks there, goes without its sign.
export const shortScore = (score: Score, position: Position): string => {
  const margin = finalMargin(score, position);
  const text = signed(Math.abs(margin) >= 10 ? Math.round(margin) : margin);
  return score.kind === "estimate" ? text : signs[score.kind] + text;
};

export const scoreText = (score: Score, position: Position): string =>
  signs[score.kind] + signed(finalMargin(score, position));

export const scoreWords = (score: Score, position: Position): string =>
  `${words[score.kind]} ${signed(finalMargin(score, position))}`;

export function outcome(margin: number): string {
  return margin === 0 ? "A draw" : `${sideName(margin > 0 ? "S" : "N")} won by ${Math.abs(margin)}`;
}

// How the game ends with this score, in the words that hints use.
export function verdict(score: Score, position: Position): string {
  const end = Math.round(finalMargin(score, position) * 10) / 10;
  const by = Math.abs(end);
  const mover = sideName(position.mover);
  const opponent = sideName(other(position.mover));
  const leader = end >= 0 ? mover : opponent;
  if (score.kind === "estimate") return by === 0 ? "About even" : `${leader} leads by about ${by}`;
  if (score.kind === "exact") return by === 0 ? "A draw, proven" : `${leader} wins by ${by}, proven`;
  // A bound is a promise to one of the two: to the mover from below, to the opponent from above.
  const toMover = score.kind === "lower";
  if (by === 0) return `${toMover ? mover : opponent} does not lose, proven`;
  if ((end >= 0) === toMover) return `${leader} wins by at least ${by}, proven`;
  return `${end >= 0 ? opponent : mover} loses by at most ${by}, proven`;
}

// South's share of the bar, 0 to 1: steep near an even game, flat where it is won.
export const barShare = (margin: number, seeds: number): number => 0.5 + 0.5 * Math.tanh(margin / (0.22 * seeds));
