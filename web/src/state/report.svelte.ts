// The report on a game: each move of the main line judged, and trying again where one went wrong.
import { api, isAbort, messageOf } from "../api/client";
import { sideName } from "../api/sides";
import type { Analysis, Mark, ReportEnd, ReportPly, Turn } from "../api/types";
import { signed } from "../game/score";
import * as t from "../game/tree";
import type { Session } from "./session.svelte";

export const markSigns: Record<Mark, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

interface Trial {
  at: number; // the node from which to move
  ply: ReportPly;
  verdict: string;
  solved: boolean;
}

export class Report {
  running = $state(false);
  ahead = $state(0);
  error = $state("");
  plies = $state.raw<ReportPly[]>([]);
  end = $state.raw<ReportEnd | null>(null);
  total = $state(0);
  trial = $state.raw<Trial | null>(null);

  #nodes = $state.raw<number[]>([]); // of the main line it is about
  #current: AbortController | null = null;
  marks = $derived(new Map(this.plies.map((ply) => [this.#nodes[ply.ply] ?? -1, ply])));

  constructor(private readonly session: Session) {}

  // The node of a ply, unless it has been deleted since.
  nodeOf(ply: number): number | undefined {
    const node = this.#nodes[ply];
    return node !== undefined && this.session.tree.nodes.has(node) ? node : undefined;
  }

  async run(time: number): Promise<void> {
    this.clear();
    const line = t.mainLine(this.session.tree);
    const last = line.at(-1);
    if (!last) return;
    this.#nodes = line.map((node) => node.id);
    this.total = line.length;
    const control = new AbortController();
    this.#current = control;
    this.running = true;
    try {
      await api.report(
        { ...this.session.request(last.id), time },
        {
          wait: ({ ahead }) => (this.ahead = ahead),
          ply: (ply) => {
            this.ahead = 0;
            this.plies = [...this.plies, ply];
          },
          report: (end) => (this.end = end),
        },
        control.signal,
      );
    } catch (error) {
      if (!isAbort(error) && !control.signal.aborted) this.error = messageOf(error);
    }
    if (this.#current === control) this.running = false;
  }

  clear(): void {
    this.#current?.abort();
    this.#current = null;
    this.running = false;
    this.error = "";
    this.plies = [];
    this.end = null;
    this.total = 0;
    this.#nodes = [];
    this.trial = null;
  }

  stop(): void {
    this.#current?.abort();
    this.running = false;
  }

  // Sets the board up before a move that was not the best.
  tryAgain(ply: ReportPly): void {
    const node = this.nodeOf(ply.ply);
    if (node === undefined) return;
    const { parent } = t.nodeOf(this.session.tree, node);
    this.session.setPaused(true);
    this.session.go(parent);
    const task = `${sideName(ply.mover)} played ${ply.move} and lost ${signed(ply.loss).slice(1)}. Find something better.`;
    this.trial = { at: parent, ply, verdict: task, solved: false };
  }

  // Judges a move made where one tries again.
  async judge(turn: Turn, from: number): Promise<void> {
    const trial = this.trial;
    if (!trial || from !== trial.at) return;
    const say = (verdict: string, solved: boolean) => {
      if (this.trial === trial) this.trial = { ...trial, verdict, solved };
    };
    if (turn.move === trial.ply.best) return say(`${turn.move} is the best move.`, true);
    if (turn.move === trial.ply.move) return say(`${turn.move} is what was played. Find something better.`, false);
    const control = new AbortController();
    let result: Analysis | null = null;
    try {
      const analysis = (a: Analysis) => (result = a);
      await api.analyze({ ...this.session.request(from), time: 500 }, { analysis, wait: () => undefined }, control.signal);
    } catch (error) {
      return say(messageOf(error), false);
    }
    const moves = (result as Analysis | null)?.moves ?? [];
    const played = moves.find((scored) => scored.move === turn.move);
    const best = moves[0];
    if (!played || !best) return;
    const loss = Math.max(0, best.score.margin - played.score.margin);
    if (loss < 0.5) return say(`${turn.move} is as good as the best.`, true);
    const better = loss < trial.ply.loss;
    say(`${turn.move} loses ${signed(loss).slice(1)}${better ? ": better than what was played, but there is more." : ". Try another."}`, false);
  }
}
