// What to practice: the kind of best move that you missed at the greatest cost.
import type { ReportPly, Side } from "../api/types";
import type { Theme } from "../train/themes";

export interface Practice {
  theme: Theme;
  times: number;
  loss: number; // seeds
}

// Null if you missed nothing of a particular kind.
export function practiceOf(plies: readonly ReportPly[], you: Side): Practice | null {
  const found = new Map<Theme, Practice>();
  for (const { mover, theme, loss } of plies) {
    if (mover !== you || !theme) continue; // reports kept by older versions have no themes
    const known = found.get(theme) ?? { theme, times: 0, loss: 0 };
    found.set(theme, { theme, times: known.times + 1, loss: known.loss + loss });
  }
  return [...found.values()].sort((a, b) => b.loss - a.loss)[0] ?? null;
}
