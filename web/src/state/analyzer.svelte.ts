// Streaming analysis of the position on the board.
import { api, isAbort, isTransient, messageOf, serverBack } from "../api/client";
import { analysisWaits } from "../words/errors";
import type { AnalysisEvent, PlayedFields, ScoredMove } from "../api/types";
import { withProven } from "../explore/proven";

export class Analyzer {
  on = $state(false);
  running = $state(false);
  ahead = $state(0); // requests queued before ours
  error = $state("");
  proven = $state.raw<Record<string, Record<string, number>>>({}); // proven margins by position and move
  #found = $state.raw<AnalysisEvent | null>(null); // of the last position requested
  data = $derived(withProven(this.#found, this.proven[this.#found?.position ?? ""]));

  #known = new Map<string, AnalysisEvent>(); // by request
  #current: AbortController | null = null;

  constructor(private readonly time: number) {}

  // Shows the cached analysis at once, then updates it.
  async run(request: PlayedFields): Promise<void> {
    this.stop();
    const key = JSON.stringify(request);
    this.#found = this.#known.get(key) ?? null;
    this.error = "";
    if (this.#found?.done) return;
    const control = new AbortController();
    this.#current = control;
    this.running = true;
    const update = (analysis: AnalysisEvent) => {
      if (control.signal.aborted || analysis.moves.length === 0) return;
      // A repeated request restarts at depth 1; keep the deeper result until it is surpassed.
      if (this.#found && (analysis.depth ?? 0) < (this.#found.depth ?? 0)) return;
      this.ahead = 0;
      this.#found = analysis;
      this.#known.set(key, analysis);
    };
    try {
      for (let repeat = true; repeat && !control.signal.aborted; ) repeat = await this.#request(request, update, control.signal);
    } catch (error) {
      if (!isAbort(error) && !control.signal.aborted) this.error = messageOf(error);
    }
    if (this.#current === control) this.running = false;
  }

  // Returns whether to repeat the request: our time slice ended, or the server restarted. The engine keeps its table
  // from one analysis to the next, so that a repeated one soon reaches its depth again.
  async #request(request: PlayedFields, update: (analysis: AnalysisEvent) => void, signal: AbortSignal): Promise<boolean> {
    let ended = "";
    const analysis = (a: AnalysisEvent) => {
      if (a.done) ({ ended } = a);
      if (ended !== "shutdown") update(a);
    };
    const wait = ({ ahead }: { ahead: number }) => (this.ahead = ahead);
    try {
      await api.analyze({ ...request, time: this.time, keep: true }, { analysis, wait }, signal);
      if (ended !== "shutdown") return ended === "share";
    } catch (error) {
      if (isAbort(error) || !isTransient(error)) throw error;
      this.error = analysisWaits(messageOf(error));
    }
    await serverBack(signal);
    this.error = "";
    return true;
  }

  stop(): void {
    this.#current?.abort();
    this.#current = null;
    this.running = false;
    this.ahead = 0;
  }

  forget(): void {
    this.stop();
    this.#found = null;
  }

  scored(move: string): ScoredMove | undefined {
    return this.data?.moves.find((scored) => scored.move === move);
  }
}
