// Hints and threats that the user asks for.
import { api, messageOf } from "../api/client";
import type { AnalysisEvent, Hint } from "../api/types";
import type { Analyzer } from "./analyzer.svelte";
import type { Navigation } from "./navigation.svelte";
import type { Notice } from "./notice.svelte";
import type { Session } from "./session.svelte";

// `answer` is null if the running analysis provides the hint.
interface Asked {
  threat: boolean;
  at: number; // the node
  answer: Hint | null;
}
export interface ShownHint {
  move: string | null;
  text: string;
  threat: boolean;
}

export class Hints {
  #asked = $state.raw<Asked | null>(null);
  #requests = 0; // only the answer to the last one counts

  constructor(
    private readonly session: Session,
    private readonly nav: Navigation,
    private readonly analyzer: Analyzer,
    private readonly notice: Notice,
  ) {}

  // The analysis of the position on the board, if available.
  get analysis(): AnalysisEvent | null {
    const { on, data } = this.analyzer;
    return on && data && data.position === this.nav.now?.diagram ? data : null;
  }

  // While the analysis runs, its best move is the hint.
  get shown(): ShownHint | null {
    const { analysis } = this;
    const { now } = this.nav;
    const { words } = this.session;
    const asked = this.#asked;
    if (!asked || asked.at !== this.nav.at || !now) return null;
    const best = asked.threat ? undefined : analysis?.moves[0];
    if (best && analysis) return { move: best.move, text: words.hint(best.move, analysis.why, best.score, now.mover), threat: false };
    if (!asked.answer) return null;
    const { move, quiet, why, analysis: { moves } } = asked.answer;
    if (asked.threat) return { move: quiet ? null : move, text: words.threat(asked.answer), threat: true };
    const score = moves.find((scored) => scored.move === move)?.score ?? null;
    return { move, text: words.hint(move, why, score, now.mover), threat: false };
  }

  // Shows a hint or a threat, or hides it if it is shown.
  async ask(threat: boolean): Promise<void> {
    const { session, nav } = this;
    const { at } = nav;
    if (!session.result) session.aided = true;
    if (this.#asked?.threat === threat && this.#asked.at === at) return this.clear();
    if (!threat && this.analysis) {
      this.#requests += 1;
      this.#asked = { threat, at, answer: null };
      return;
    }
    const request = ++this.#requests;
    const { serial } = session;
    const current = () => request === this.#requests && nav.at === at && session.serial === serial;
    try {
      const answer = await api.hint({ ...nav.request(), threat });
      if (current()) this.#asked = { threat, at, answer };
    } catch (error) {
      if (current()) this.notice.text = messageOf(error);
    }
  }
  clear(): void {
    this.#requests += 1;
    this.#asked = null;
  }
}
