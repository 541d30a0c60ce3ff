// The report on a game: the loss of each main-line move, and another try at mistakes.
import { api, isAbort, messageOf } from "../api/client";
import type { Analysis, Mark, ReportEnd, ReportPly, Turn } from "../api/types";
import type { SavedReport } from "../game/archive";
import { plainSeeds } from "../game/score";
import { report as words } from "../words/panel";
import * as t from "../game/tree";
import type { Exploration } from "./exploration.svelte";
import type { Navigation } from "./navigation.svelte";
import type { Session } from "./session.svelte";

export const markSigns: Record<Mark, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

const trialNodes = 400_000; // search limit for judging a move
export const deepNodes = 1_500_000; // per ply, five times as many as usual

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
  shown = $state.raw<ReadonlySet<number>>(new Set()); // plies whose best move has been revealed

  #nodes = $state.raw<number[]>([]); // of the main line
  #current: AbortController | null = null;
  marks = $derived(new Map(this.plies.map((ply) => [this.#nodes[ply.ply] ?? -1, ply])));

  constructor(
    private readonly session: Session,
    private readonly nav: Navigation,
    private readonly exploration: Exploration,
  ) {}

  // The node of a ply, unless it has been deleted.
  nodeOf(ply: number): number | undefined {
    const node = this.#nodes[ply];
    return node !== undefined && this.session.tree.nodes.has(node) ? node : undefined;
  }

  // `nodes`: per ply; null: the engine's default. Nodes, not time, so that the report can be repeated.
  async run(nodes: number | null = null): Promise<void> {
    this.clear();
    const { session } = this;
    const line = t.pathTo(session.tree, session.end);
    const last = line.at(-1);
    if (!last) return;
    if (!session.result) session.aided = true;
    this.#nodes = line.map((node) => node.id);
    this.total = line.length;
    const control = new AbortController();
    this.#current = control;
    this.running = true;
    try {
      await api.report(
        { ...session.request(last.id), nodes },
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

  save(): SavedReport | null {
    return this.end ? { moves: this.plies.map(({ move }) => move), plies: this.plies, end: this.end } : null;
  }
  // Restores the report saved with the current game.
  load(kept: SavedReport | null): void {
    this.clear();
    if (!kept || kept.plies.some(({ why }) => typeof why !== "object")) return; // kept by an older version
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

  // Returns to the position before a mistake.
  tryAgain(ply: ReportPly): void {
    const node = this.nodeOf(ply.ply);
    if (node === undefined) return;
    const { parent } = t.nodeOf(this.session.tree, node);
    this.nav.go(parent);
    const task = words.task(ply.move, plainSeeds(ply.loss));
    this.trial = { at: parent, ply, verdict: task, solved: false };
  }
  giveUp(): void {
    if (!this.trial) return;
    const { ply } = this.trial;
    this.show(ply);
    this.trial = { ...this.trial, verdict: words.answer(ply.best, this.session.words.reasons(ply.why, ply.mover)), solved: true };
  }
  endTrial(): void {
    this.trial = null;
    this.exploration.back();
  }

  // Judges a move of another try. A wrong move is taken back.
  async judge(turn: Turn, from: number, sown: Promise<unknown>): Promise<void> {
    const trial = this.trial;
    if (!trial || from !== trial.at || trial.solved) return;
    const say = async (verdict: string, solved: boolean) => {
      await sown;
      if (this.trial !== trial) return;
      this.trial = { ...trial, verdict, solved };
      if (solved) this.show(trial.ply);
      else this.nav.go(trial.at);
    };
    const { ply } = trial;
    if (turn.move === ply.best) return say(words.correct(turn.move, this.session.words.reasons(ply.why, ply.mover)), true);
    if (turn.move === ply.move) return say(words.samePlayed(turn.move), false);
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
    if (loss < 0.5) return say(words.asGood(turn.move), true);
    const verdict = loss < trial.ply.loss ? words.better : words.wrong;
    return say(verdict(turn.move, plainSeeds(loss)), false);
  }
}
