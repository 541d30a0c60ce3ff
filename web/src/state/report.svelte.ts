// The report on a game: each move of the main line judged, and trying again where one went wrong.
import { api, isAbort, messageOf } from "../api/client";
import type { Analysis, Mark, ReportEnd, ReportPly, Turn } from "../api/types";
import type { KeptReport } from "../game/archive";
import { plainSeeds } from "../game/score";
import * as t from "../game/tree";
import type { Session } from "./session.svelte";

export const markSigns: Record<Mark, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

// What speaks for the best move, if something does.
const reason = ({ why }: ReportPly): string => (why ? `: ${why}` : "");

const trialNodes = 400_000; // enough to tell a good move from a bad one

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
  shown = $state.raw<ReadonlySet<number>>(new Set()); // plies whose best move is no secret any more

  #nodes = $state.raw<number[]>([]); // of the main line it is about
  #current: AbortController | null = null;
  marks = $derived(new Map(this.plies.map((ply) => [this.#nodes[ply.ply] ?? -1, ply])));

  constructor(private readonly session: Session) {}

  // The node of a ply, unless it has been deleted since.
  nodeOf(ply: number): number | undefined {
    const node = this.#nodes[ply];
    return node !== undefined && this.session.tree.nodes.has(node) ? node : undefined;
  }

  // `time`: milliseconds for each ply; null: the server's usual ones.
  async run(time: number | null = null): Promise<void> {
    this.clear();
    const line = t.pathTo(this.session.tree, this.session.end);
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

  save(): KeptReport | null {
    return this.end ? { moves: this.plies.map(({ move }) => move), plies: this.plies, end: this.end } : null;
  }
  // One that was kept with the game on the board.
  load(kept: KeptReport | null): void {
    this.clear();
    if (!kept) return;
    let at = t.root;
    const nodes: number[] = [];
    for (const move of kept.moves) {
      const next = t.childBy(this.session.tree, at, move);
      if (next === undefined) return;
      nodes.push((at = next));
    }
    this.#nodes = nodes;
    this.total = nodes.length;
    this.plies = kept.plies;
    this.end = kept.end;
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
    this.shown = new Set();
  }

  stop(): void {
    this.#current?.abort();
    this.running = false;
  }

  show(ply: ReportPly): void {
    this.shown = new Set([...this.shown, ply.ply]);
  }

  // Sets the board up before a move that was not the best.
  tryAgain(ply: ReportPly): void {
    const node = this.nodeOf(ply.ply);
    if (node === undefined) return;
    const { parent } = t.nodeOf(this.session.tree, node);
    this.session.go(parent);
    const task = `${ply.move} lost ${plainSeeds(ply.loss)} here. Find something better.`;
    this.trial = { at: parent, ply, verdict: task, solved: false };
  }
  giveUp(): void {
    if (!this.trial) return;
    const { ply } = this.trial;
    this.show(ply);
    this.trial = { ...this.trial, verdict: `The best move is ${ply.best}${reason(ply)}.`, solved: true };
  }
  endTrial(): void {
    this.trial = null;
    this.session.backToGame();
  }

  // Judges a move made where one tries again. After a wrong one the position comes back.
  async judge(turn: Turn, from: number, sown: Promise<unknown>): Promise<void> {
    const trial = this.trial;
    if (!trial || from !== trial.at || trial.solved) return;
    const say = async (verdict: string, solved: boolean) => {
      await sown;
      if (this.trial !== trial) return;
      this.trial = { ...trial, verdict, solved };
      if (solved) this.show(trial.ply);
      else this.session.go(trial.at);
    };
    if (turn.move === trial.ply.best) return say(`Right: ${turn.move} is the best move${reason(trial.ply)}.`, true);
    if (turn.move === trial.ply.move) return say(`Wrong: ${turn.move} is what was played. Find something better.`, false);
    let result: Analysis | null = null;
    try {
      const analysis = (a: Analysis) => (result = a);
      const request = { ...this.session.request(from), nodes: trialNodes };
      await api.analyze(request, { analysis, wait: () => undefined }, new AbortController().signal);
    } catch (error) {
      return say(messageOf(error), false);
    }
    const moves = (result as Analysis | null)?.moves ?? [];
    const played = moves.find((scored) => scored.move === turn.move);
    const best = moves[0];
    if (!played || !best) return;
    const loss = Math.max(0, best.score.margin - played.score.margin);
    if (loss < 0.5) return say(`Right: ${turn.move} is as good as the best.`, true);
    const better = loss < trial.ply.loss;
    say(`Wrong: ${turn.move} loses ${plainSeeds(loss)}${better ? ", less than what was played, but there is better." : ". Try another."}`, false);
  }
}
