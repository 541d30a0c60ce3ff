// What to practice: the kind of best move that you missed at the greatest cost.
import type { ReportPly, Side } from "../api/types";
import type { Theme } from "../train/themes";

export interface Practice {
  theme: Theme | null; // null: your mistakes are of no particular kind, or you made none
  times: number;
  loss: number; // seeds
}

export function practiceOf(plies: readonly ReportPly[], you: Side): Practice {
  const found = new Map<Theme | null, Practice>();
  for (const { mover, mark, theme = null, loss } of plies) {
    if (mover !== you || mark === null) continue; // reports kept by older versions have no themes
    const known = found.get(theme) ?? { theme, times: 0, loss: 0 };
    found.set(theme, { theme, times: known.times + 1, loss: known.loss + loss });
  }
  const nothing: Practice = { theme: null, times: 0, loss: 0 };
  const costliest = [...found.values()].sort((a, b) => b.loss - a.loss);
  return costliest.find(({ theme }) => theme !== null) ?? costliest[0] ?? nothing;
}
