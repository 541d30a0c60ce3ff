// Analysis of the position on the board, as it comes in.
import { api, isAbort, messageOf, passes, serverBack } from "../api/client";
import type { AnalysisEvent, PlayedFields, ScoredMove } from "../api/types";
import { withProven } from "../explore/proven";

export class Analyzer {
  on = $state(false);
  running = $state(false);
  ahead = $state(0); // others the server serves first
  error = $state("");
  proven = $state.raw<Record<string, Record<string, number>>>({}); // margins of moves by position, where somebody has solved it
  #found = $state.raw<AnalysisEvent | null>(null); // of the position asked for last
  data = $derived(withProven(this.#found, this.proven[this.#found?.position ?? ""]));

  #known = new Map<string, AnalysisEvent>(); // by what was asked
  #current: AbortController | null = null;

  constructor(private readonly time: number) {}

  // What is known of the position at once, then better and better.
  async run(request: PlayedFields): Promise<void> {
    this.stop();
    const key = JSON.stringify(request);
    this.#found = this.#known.get(key) ?? null;
    this.error = "";
    if (this.#found?.final) return;
    const control = new AbortController();
    this.#current = control;
    this.running = true;
    const take = (analysis: AnalysisEvent) => {
      if (control.signal.aborted || analysis.moves.length === 0) return;
      // Asked again after its share of time, the server begins at depth 1: what is known stays until it is surpassed.
      if (this.#found && analysis.depth < this.#found.depth) return;
      this.ahead = 0;
      this.#found = analysis;
      this.#known.set(key, analysis);
    };
    try {
      for (let again = true; again && !control.signal.aborted; ) again = await this.#ask(request, take, control.signal);
    } catch (error) {
      if (!isAbort(error) && !control.signal.aborted) this.error = messageOf(error);
    }
    if (this.#current === control) this.running = false;
  }

  // Whether to ask again: others had to be served first, or the server went away and is back.
  async #ask(request: PlayedFields, take: (analysis: AnalysisEvent) => void, signal: AbortSignal): Promise<boolean> {
    let ended = "";
    const analysis = (a: AnalysisEvent) => {
      if (a.final) ({ ended } = a);
      if (ended !== "shutdown") take(a);
    };
    const wait = ({ ahead }: { ahead: number }) => (this.ahead = ahead);
    try {
      await api.analyze({ ...request, time: this.time }, { analysis, wait }, signal);
      if (ended !== "shutdown") return ended === "share";
    } catch (error) {
      if (isAbort(error) || !passes(error)) throw error;
      this.error = `${messageOf(error)} Analysis needs sow serve; it goes on when that is back.`;
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
