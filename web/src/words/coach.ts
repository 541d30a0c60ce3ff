// The coach's comments on your moves.
import type { Advice, Turn } from "../api/types";
import { plainSeeds, unsigned } from "../game/score";
import { seeds } from "./common";

export const coach = "Coach";
export const option = "Coach: says when one of your moves loses something (no stars on the ladder)";
export const takeBack = "Take back?";

function what({ move, flaw, allows, missed }: Advice, { taken }: Turn): string {
  switch (flaw) {
    case "open": return `${move} left ${seeds(allows?.seeds ?? 0)} open to capture by ${allows?.move}`;
    case "capture": return `${move} missed a capture of ${taken > 0 ? `${missed} more seeds` : seeds(missed)}`;
    case "again": return `${move} gave up an extra turn`;
    default: return `There was a better move than ${move}`;
  }
}

function cost({ loss, proven_loss: proven }: Advice): string {
  if (proven >= loss) return `${plainSeeds(loss)} lost (proven)`;
  return proven >= 1 ? `at least ${plainSeeds(proven)} lost (proven), about ${unsigned(loss)} in all` : `about ${plainSeeds(loss)} lost`;
}

// "E left 5 seeds open to capture by c: about 4 seeds lost."
export const comment = (advice: Advice, turn: Turn): string => `${what(advice, turn)}: ${cost(advice)}.`;
