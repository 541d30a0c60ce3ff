import { expect, it } from "vitest";
import type { AnalysisEvent } from "../api/types";
import { withSolution } from "./mistakes";

const mistake = { game: "owari", position: "3-0-4-4-1-4-4-0-0-1-5-5-4-1-S", line: ["C"], loss: 3 };
const analysis = (depth: number, margins: Record<string, number>, kind = "estimate") => ({
  depth,
  moves: Object.entries(margins).sort(([, a], [, b]) => b - a).map(([move, margin]) => ({ move, score: { margin, kind }, pv: [move, "a"] })),
}) as unknown as AnalysisEvent;

it("accepts every move that is as good as the best one", () => {
  expect(withSolution(mistake, [analysis(9, { C: 3, E: 3, A: 0, D: -2 })])?.good).toEqual(["C", "E"]);
  expect(withSolution(mistake, [analysis(9, { C: 3, E: 2.2, A: 0 })])?.good).toEqual(["C", "E"]);
  expect(withSolution(mistake, [analysis(9, { C: 3, E: 3, A: 1 }, "exact")])?.good).toEqual(["C", "E"]);
});

it("needs a clear margin to all other moves", () => {
  expect(withSolution(mistake, [analysis(9, { C: 3, E: 2 })])).toBeNull();
  expect(withSolution(mistake, [analysis(9, { C: 3 })])).toBeNull();
  expect(withSolution(mistake, [analysis(9, { C: 3, E: 3 })])).toBeNull();
  expect(withSolution(mistake, [])).toBeNull();
});

it("measures the depth needed to find a solution", () => {
  const depths = [{ A: 2, C: 1, E: 0 }, { C: 2, A: 1, E: 0 }, { A: 2, C: 1, E: 0 }, { E: 3, C: 3, A: 0 }, { C: 3, E: 3, A: 0 }];
  expect(withSolution(mistake, depths.map((margins, i) => analysis(i + 1, margins)))?.plies).toBe(4);
  expect(withSolution(mistake, [analysis(1, { C: 3, A: 0 })])?.plies).toBe(1);
});
