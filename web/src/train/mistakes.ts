// Mistakes from your own games as puzzles. A search decides whether a mistake makes a fair puzzle and which moves solve
// it.
import { api } from "../api/client";
import type { AnalysisEvent } from "../api/types";
import type { Mistake } from "./progress";

const nodes = 2_000_000; // search limit per position, a fraction of a second
const tie = 1; // estimates closer to the best one than this also solve the puzzle
const clear = 2; // minimum margin in seeds between the solutions and all other moves

// `analyses`: one or more per depth, the deepest last. Returns null if no move is clearly best.
export function withSolution(mistake: Mistake, analyses: readonly AnalysisEvent[]): Mistake | null {
  const last = analyses.at(-1);
  const best = last?.moves[0];
  if (!last || !best) return null;
  const isProven = best.score.kind === "exact";
  const good = last.moves.filter(({ score }) => best.score.margin - score.margin < (isProven && score.kind === "exact" ? 0.5 : tie));
  const next = last.moves.find(({ move }) => !good.some((one) => one.move === move));
  if (!next || best.score.margin - next.score.margin < clear) return null;
  const solutions = good.map(({ move }) => move);
  // The puzzle is as deep as the first search that finds a solution and never changes its mind.
  const missed = analyses.filter(({ moves }) => moves[0] && !solutions.includes(moves[0].move)).at(-1)?.depth ?? 0;
  return { ...mistake, good: solutions, plies: missed + 1, line: best.pv.length > 0 ? best.pv : [best.move] };
}

export async function solve(mistake: Mistake): Promise<Mistake | null> {
  const { game, position } = mistake;
  const analyses: AnalysisEvent[] = [];
  const request = { game, position, moves: [], nodes, every: 0 };
  await api.analyze(request, { analysis: (one) => analyses.push(one), wait: () => undefined }, new AbortController().signal);
  return withSolution(mistake, analyses);
}
