import { expect, it } from "vitest";
import type { Position, Score } from "../api/types";
import { barShare, outcome, scoreText, shortScore, signed, southMargin, verdict } from "./score";

const north: Position = { diagram: "", mover: "N", pits: { S: [], N: [] }, stores: { S: 10, N: 4 } };
const score = (margin: number, kind: Score["kind"]): Score => ({ margin, low: -48, high: 48, kind, wdl: null });

it("counts the stores, in the mover's view", () => {
  expect(scoreText(score(8, "exact"), north)).toBe("=+2");
  expect(scoreText(score(2.26, "estimate"), north)).toBe("≈−3.7");
  expect(scoreText(score(6, "lower"), north)).toBe("≥0");
  expect(shortScore(score(2.26, "estimate"), north)).toBe("−3.7");
  expect(shortScore(score(-12.3, "estimate"), north)).toBe("−18");
  expect(shortScore(score(8, "exact"), north)).toBe("=+2");
  expect(southMargin(score(8, "exact"), north)).toBe(-2);
});

it("writes margins shortly", () => {
  expect([0, 0.04, -0.04, 2, -2.5].map(signed)).toEqual(["0", "0", "0", "+2", "−2.5"]);
});

it("says who is ahead", () => {
  // North moves and is 6 behind.
  expect(verdict(score(3, "exact"), north)).toBe("South wins by 3, proven");
  expect(verdict(score(7.26, "estimate"), north)).toBe("North leads by about 1.3");
  expect(verdict(score(6, "exact"), north)).toBe("A draw, proven");
  expect(verdict(score(6, "upper"), north)).toBe("South does not lose, proven");
  expect(verdict(score(8, "lower"), north)).toBe("North wins by at least 2, proven");
  expect(verdict(score(4, "lower"), north)).toBe("North loses by at most 2, proven");
  expect([4, -36, 0].map(outcome)).toEqual(["South won by 4", "North won by 36", "A draw"]);
});

it("has South's share of the bar grow with the margin", () => {
  expect(barShare(0, 36)).toBe(0.5);
  expect(barShare(4, 36)).toBeGreaterThan(barShare(2, 36));
  expect(barShare(36, 36)).toBeLessThanOrEqual(1);
  expect(barShare(4, 36) + barShare(-4, 36)).toBeCloseTo(1);
});
