import { expect, it } from "vitest";
import type { Side } from "../api/types";
import { isOver, isSeries, newSeries, nextInSeries, scoreAfter, type Series } from "./series";

// Plays a match in which the player who starts as South gets these results.
function play(games: number, results: string): { score: string; played: number } {
  let series: Series | null = newSeries(games);
  let first: Side = "S"; // the side of that player in the current game
  for (const [i, result] of [...results].entries()) {
    const winner: Side | null = result === "=" ? null : (result === "+") === (first === "S") ? "S" : "N";
    const score: Record<Side, number> = scoreAfter(series, winner);
    const next: Series | null = nextInSeries(series, winner);
    if (!next) return { score: `${score[first]}:${score[first === "S" ? "N" : "S"]}`, played: i + 1 };
    series = next;
    first = first === "S" ? "N" : "S";
  }
  return { score: "unfinished", played: results.length };
}

it("adds up the results of players who change sides", () => {
  expect(play(2, "++")).toEqual({ score: "2:0", played: 2 });
  expect(play(2, "+-")).toEqual({ score: "1:1", played: 2 });
  expect(play(3, "=+-")).toEqual({ score: "1.5:1.5", played: 3 });
  expect(play(4, "+=")).toEqual({ score: "unfinished", played: 2 });
});

it("ends early once a player cannot be caught", () => {
  expect(play(3, "++-")).toEqual({ score: "2:0", played: 2 });
  expect(play(4, "--=+")).toEqual({ score: "0.5:2.5", played: 3 });
  expect(isOver({ game: 2, games: 3, score: { S: 0.5, N: 0.5 } }, "S")).toBe(false); // can still become a draw
});

it("rejects what is not a series", () => {
  expect(isSeries(newSeries(4))).toBe(true);
  for (const value of [null, 3, {}, { game: 0, games: 2, score: { S: 0, N: 0 } }, { game: 1, games: 2, score: { S: -1, N: 0 } }]) expect(isSeries(value)).toBe(false);
});
