// An analysis in which what is known to be proven takes the place of estimates.
import type { AnalysisEvent, Score } from "../api/types";

const exact = (margin: number): Score => ({ margin, low: margin, high: margin, kind: "exact", wdl: null });

export function withProven(analysis: AnalysisEvent | null, margins: Record<string, number> | undefined): AnalysisEvent | null {
  if (!analysis || !margins || analysis.complete) return analysis;
  const lineOf = (move: string) => analysis.moves.find((scored) => scored.move === move)?.pv ?? [move];
  const moves = Object.entries(margins)
    .map(([move, margin]) => ({ move, score: exact(margin), pv: lineOf(move) }))
    .sort((a, b) => b.score.margin - a.score.margin);
  return { ...analysis, moves, score: moves[0]?.score ?? analysis.score, complete: true, hint: null };
}
