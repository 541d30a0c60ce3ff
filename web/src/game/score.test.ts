import { expect, it } from "vitest";
import type { Position, Score } from "../api/types";
import { barShare, scoreText, shortScore, signed, southMargin } from "./score";

const north: Position = { diagram: "", mover: "N", pits: { S: [], N: [] }, stores: { S: 10, N: 4 } };
const score = (margin: number, kind: Score["kind"]): Score => ({ margin, low: -48, high: 48, final: margin - 6, kind, wdl: null });

it("adds the stores, from the mover's view", () => {
  expect(scoreText(score(8, "exact"), north)).toBe("=+2");
  expect(scoreText(score(2.26, "estimate"), north)).toBe("~−3.7");
  expect(scoreText(score(6, "lower"), north)).toBe("≥0");
  expect(shortScore(score(2.26, "estimate"), north)).toBe("−3.7");
  expect(shortScore(score(-12.3, "estimate"), north)).toBe("−18");
  expect(shortScore(score(8, "exact"), north)).toBe("=+2");
  expect(southMargin(score(8, "exact"), north)).toBe(-2);
});

it("formats margins", () => {
  expect([0, 0.04, -0.04, 2, -2.5].map(signed)).toEqual(["0", "0", "0", "+2", "−2.5"]);
});

it("grows South's share of the bar with the margin", () => {
  expect(barShare(0, 36)).toBe(0.5);
  expect(barShare(4, 36)).toBeGreaterThan(barShare(2, 36));
  expect(barShare(36, 36)).toBeLessThanOrEqual(1);
  expect(barShare(4, 36) + barShare(-4, 36)).toBeCloseTo(1);
});
