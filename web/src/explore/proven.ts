// Replaces estimates in an analysis by known proven margins.
import type { AnalysisEvent, Score } from "../api/types";

const exact = (margin: number, lead: number): Score => ({ margin, low: margin, high: margin, final: margin + lead, kind: "exact", wdl: null });

export function withProven(analysis: AnalysisEvent | null, margins: Record<string, number> | undefined): AnalysisEvent | null {
  if (!analysis || !margins || analysis.complete) return analysis;
  const lead = analysis.score ? analysis.score.final - analysis.score.margin : 0;
  const lineOf = (move: string) => analysis.moves.find((scored) => scored.move === move)?.pv ?? [move];
  const moves = Object.entries(margins)
    .map(([move, margin]) => ({ move, score: exact(margin, lead), pv: lineOf(move) }))
    .sort((a, b) => b.score.margin - a.score.margin);
  return { ...analysis, moves, score: moves[0]?.score ?? analysis.score, complete: true, why: null };
}
