// The coach: after your move in a game against the computer, one sentence if the move lost something.
//
// The advice on every move is requested as soon as it is your turn, so that it is there when you have moved, and the
// reply of the computer does not wait for it.
import { api } from "../api/client";
import type { Advice, Turn } from "../api/types";
import { nodeOf } from "../game/tree";
import { comment } from "../words/coach";
import type { Navigation } from "./navigation.svelte";
import type { Session } from "./session.svelte";

interface Asked {
  serial: number; // of the game
  node: number; // whose moves the advice is about
  moves: Promise<readonly Advice[]>;
  stop: AbortController;
}

// An inaccuracy is mentioned only if there is something to learn from it.
const worthSaying = ({ mark, flaw }: Advice): boolean => mark !== null && (mark !== "inaccuracy" || flaw !== "other");

export class Coach {
  #said = $state.raw<{ text: string; node: number } | null>(null); // about the move to this node
  #asked: Asked | null = null;

  constructor(
    private readonly session: Session,
    private readonly nav: Navigation,
  ) {}

  // The comment on your last move. It stays during the reply, and after the move has been taken back.
  get text(): string {
    return this.session.result || this.nav.exploring ? "" : (this.#said?.text ?? "");
  }
  get canTakeBack(): boolean {
    return this.#said !== null && this.session.inGame(this.#said.node);
  }

  // Your turn may have come: asks for advice unless it is known.
  prepare(): void {
    const { session, nav } = this;
    const { live, serial } = session;
    if (!session.coached || live === null || nav.at !== live || nav.over || nav.mover !== session.you) return;
    if (this.#asked?.serial === serial && this.#asked.node === live) return;
    if (this.#asked?.serial !== serial) this.#asked?.stop.abort(); // else a comment may still wait for it
    const stop = new AbortController();
    const moves = api.coach(session.request(live), stop.signal).then((answer) => answer.moves, () => []); // the game continues without
    this.#asked = { serial, node: live, moves, stop };
  }

  // Comments on a move that has just been made.
  async judge(turn: Turn, from: number): Promise<void> {
    const { session } = this;
    const { live, serial } = session;
    if (!session.coached || live === null || turn.mover !== session.you || nodeOf(session.tree, live).parent !== from) return;
    this.clear();
    const asked = this.#asked;
    if (asked?.serial !== serial || asked.node !== from) return;
    const advice = (await asked.moves).find(({ move }) => move === turn.move);
    if (session.serial !== serial || !session.inGame(live)) return;
    if (advice && worthSaying(advice)) this.#said = { text: comment(advice, turn), node: live };
  }

  clear(): void {
    this.#said = null;
  }
}
