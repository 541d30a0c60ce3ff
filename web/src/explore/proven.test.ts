import { expect, it } from "vitest";
import type { AnalysisEvent } from "../api/types";
import { withProven } from "./proven";

const estimate = (move: string, margin: number) =>
  ({ move, score: { margin, low: -36, high: 36, final: margin + 5, kind: "estimate", wdl: null }, pv: [move, "a"] }) as const;
const analysis = { position: "p", complete: false, why: { captures: 3 }, moves: [estimate("F", 3), estimate("E", 1)], score: estimate("F", 3).score } as unknown as AnalysisEvent;

it("replaces estimates by proven margins, best first, and keeps the lines", () => {
  const known = withProven(analysis, { F: 0, E: 2, A: -4 })!;
  expect(known.moves.map(({ move, score, pv }) => [move, score.kind, score.margin, pv.length])).toEqual(
    [["E", "exact", 2, 2], ["F", "exact", 0, 2], ["A", "exact", -4, 1]]);
  expect(known.score).toMatchObject({ margin: 2, final: 7, kind: "exact" });
  expect([known.complete, known.why]).toEqual([true, null]);
});

it("returns the analysis unchanged if nothing is proven", () => {
  expect(withProven(analysis, undefined)).toBe(analysis);
  expect(withProven(null, { E: 2 })).toBeNull();
});
