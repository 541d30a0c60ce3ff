// A match of several games. The players change sides after each game, so that they take turns moving first.
import { swapped } from "../api/sides";
import type { Side } from "../api/types";

export interface Series {
  game: number; // from 1
  games: number;
  score: Record<Side, number>; // before this game, by the sides that the players have in it
}

export const newSeries = (games: number): Series => ({ game: 1, games, score: { S: 0, N: 0 } });

// The score after this game; `winner` is null for a draw.
export function scoreAfter({ score }: Series, winner: Side | null): Record<Side, number> {
  const points = (side: Side) => score[side] + (winner === null ? 0.5 : winner === side ? 1 : 0);
  return { S: points("S"), N: points("N") };
}

// The match ends with its last game, or earlier if one player can no longer be caught.
export function isDecided(series: Series, winner: Side | null): boolean {
  const { S, N } = scoreAfter(series, winner);
  return Math.abs(S - N) > series.games - series.game;
}
export const isOver = (series: Series, winner: Side | null): boolean => series.game >= series.games || isDecided(series, winner);

// The next game, with sides changed; null after the last one.
export function nextInSeries(series: Series, winner: Side | null): Series | null {
  if (isOver(series, winner)) return null;
  return { game: series.game + 1, games: series.games, score: swapped(scoreAfter(series, winner)) };
}

const isPoints = (value: unknown): boolean => typeof value === "number" && value >= 0 && Number.isInteger(value * 2);
export function isSeries(value: unknown): value is Series {
  const series = value as Partial<Series> | null;
  return typeof series === "object" && series !== null && Number.isInteger(series.game) && Number.isInteger(series.games) &&
    series.game! >= 1 && series.games! >= series.game! && isPoints(series.score?.S) && isPoints(series.score?.N);
}
