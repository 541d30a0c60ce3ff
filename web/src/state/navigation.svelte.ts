// The position on the board: which node of the tree it is, what the server says about it, and the way to another one.
//
// Only the latest visit counts: an answer that arrives after the user has moved on changes nothing on the board.
import { isTransient, messageOf, serverBack, type PositionInfo } from "../api/client";
import { owner } from "../api/sides";
import type { Ending, PlayedFields, Position, Side, Turn } from "../api/types";
import { BoardView } from "../board/view.svelte";
import { pitOf } from "../game/move";
import * as t from "../game/tree";
import { human } from "../game/who";
import * as errors from "../words/errors";
import { endHere } from "../words/play";
import type { Sound } from "../ui/sound";
import type { Added, Session } from "./session.svelte";
import type { Settings } from "./settings.svelte";

// What led to the position on the board.
interface Account {
  turn: Turn | null;
  decided: Side | null;
  ending: Ending | null;
}
const nothing: Account = { turn: null, decided: null, ending: null };

export class Navigation {
  at = $state(t.root); // the node on the board
  wanted = $state(t.root); // the node being navigated to, or `at`
  now = $state.raw<Position | null>(null); // the position at `at`
  info = $state.raw<PositionInfo | null>(null); // legal moves etc.; null until the server has answered
  ending = $state.raw<Ending | null>(null); // of the position, once the last seed is in place
  underway = $state(true); // until the next position is on the board and confirmed by the server
  error = $state("");
  account = $state.raw<Account>(nothing);
  readonly view: BoardView;
  onMove: ((turn: Turn, from: number, done: Promise<unknown>) => void) | null = null; // a move starts on the board
  onArrive: (() => void) | null = null; // a position is on the board

  #visits = 0;
  #lost: AbortController | null = null; // while waiting for the server to come back
  #again: () => void = () => this.go(this.at); // repeats the last failed action

  constructor(
    private readonly session: Session,
    private readonly settings: Pick<Settings, "motion">,
    private readonly sound: Sound,
  ) {
    this.view = new BoardView(session.game.start, sound);
  }

  // --- queries ---

  get mover(): Side {
    return this.now?.mover ?? "S";
  }
  // The player shown as moving: the one sowing until the animation ends.
  get moverShown(): Side {
    return this.view.sower ?? this.mover;
  }
  get node(): t.Node {
    return t.nodeOf(this.session.tree, this.at);
  }
  // Whether the position ends a game. The board shows it a little later: see `ending`.
  get over(): boolean {
    return this.info?.ending != null;
  }
  get exploring(): boolean {
    return this.session.live !== null && this.at !== this.session.live;
  }
  get atEnd(): boolean {
    return this.at === this.session.end;
  }
  // Whether you may move now, in the game or as an exploration.
  get yours(): boolean {
    const { session } = this;
    if (this.info === null || this.over) return false;
    return session.study || this.exploring || session.players[this.mover] === human || (session.watching && session.paused);
  }
  // The last event as text.
  get said(): string {
    const { turn, decided, ending } = this.account;
    const { words, game, repeats } = this.session;
    if (ending && repeats && this.at === this.session.live) return [turn && words.move(turn), endHere].filter(Boolean).join(" ");
    const swept = ending && this.now && game.has_stores && words.leftovers(this.now, ending);
    return [turn && words.move(turn), decided && words.decided(decided), swept, ending && words.ending(ending, game.round > 0)].filter(Boolean).join(" ");
  }
  get lastTurn(): Turn | null {
    return this.session.turnTo(this.at);
  }
  // A legal move of the position on the board.
  legalMove(move: string): Turn | undefined {
    return this.info?.legal.find((turn) => turn.move === move);
  }
  // Why a pit cannot be sown, or "" if it can.
  whyNot(pit: string): string {
    const { session, info } = this;
    if (!info || this.over) return "";
    if (owner(pit) !== this.mover) return session.words.notYourPit(pit, this.mover);
    if (info.legal.some(({ move }) => pitOf(move) === pit)) return "";
    const empty = { reason: session.game.closed.includes(pit) ? "closed" as const : "empty" as const, rule: null };
    return session.words.refusal(pit, this.mover, info.illegal.find(({ move }) => pitOf(move) === pit) ?? empty);
  }
  request(): PlayedFields {
    return this.session.request(this.at);
  }

  // --- going somewhere ---

  // Forgets the position, for another game, and shows its start if that is known.
  reset(): void {
    this.#visits += 1;
    this.#stopWaiting();
    this.view.skip();
    this.at = t.root;
    this.wanted = t.root;
    this.now = this.session.position === null ? this.session.game.start : null;
    this.info = null;
    this.ending = null;
    this.account = nothing;
    if (this.now) this.view.show(this.now);
  }

  // Shows a node. Returns false if the server failed; true if it succeeded or another visit superseded it.
  async visit(id: number): Promise<boolean> {
    const { session, settings, view } = this;
    const visit = ++this.#visits;
    const superseded = () => visit !== this.#visits;
    const here = { at: this.at, now: this.now, info: this.info, ending: this.ending, account: this.account };
    const { parent } = t.nodeOf(session.tree, id);
    // A legal move from here is animated at once; the answer confirms it.
    const turn = parent === here.at && here.info ? session.turnTo(id) : null;
    this.#stopWaiting();
    this.wanted = id;
    this.underway = true;
    this.error = "";
    view.skip();
    const asked = session.infoOf(id);
    try {
      if (turn) this.#setPosition(id, turn.after, null);
      const sown = turn && here.now ? view.sow(turn, here.now, settings.motion) : null;
      // The move to this node is described in the data of its parent.
      const [info] = await Promise.all([asked, parent >= 0 ? session.infoOf(parent) : null]);
      if (superseded()) return true;
      this.#setPosition(id, info.position, info);
      await sown;
      if (superseded()) return true;
      view.show(info.position);
      if (info.ending) await view.sweep(info, session.game.has_stores, turn ? settings.motion : 0);
      if (superseded()) return true;
      this.#settle(info, turn !== null);
      return true;
    } catch (error) {
      if (superseded()) return true;
      Object.assign(this, here);
      this.wanted = here.at;
      if (here.now) view.show(here.now);
      this.underway = false;
      this.fail(messageOf(error), () => this.go(id));
      if (isTransient(error)) void this.#wait(() => this.go(id));
      return false;
    }
  }

  #setPosition(id: number, position: Position, info: PositionInfo | null): void {
    this.at = id;
    this.now = position;
    this.info = info;
    this.ending = null;
    this.account = { turn: this.lastTurn, decided: info?.decided ?? null, ending: null };
  }

  // The last seed is in place: the result is announced.
  #settle({ ending }: PositionInfo, played: boolean): void {
    const { session } = this;
    this.ending = ending;
    this.account = { ...this.account, ending };
    if (played && ending) this.sound.end(ending.winner === null || session.players[ending.winner] === human);
    if (this.at === session.live) session.result = ending;
    this.onArrive?.();
    this.underway = false;
  }

  go(id: number): void {
    void this.visit(id);
  }
  // Shows a move just added to the tree, and removes it again if the server does not confirm it.
  async follow(turn: Turn, added: Added, again: () => void): Promise<void> {
    const { parent } = t.nodeOf(this.session.tree, added.id);
    const visited = this.visit(added.id);
    this.onMove?.(turn, parent, visited);
    if (await visited) return;
    added.undo();
    this.fail(errors.notPlayed(turn.move, this.error), again);
    if (this.#lost) void this.#wait(() => undefined); // the user decides whether to play it again
  }

  // The next node from the navigation target, so that fast key presses add up.
  next(by: -1 | 1): number | undefined {
    const from = t.nodeOf(this.session.tree, this.wanted);
    if (by < 0) return from.parent >= 0 ? from.parent : undefined;
    return this.wanted === this.session.live ? undefined : from.children[0];
  }
  step(by: -1 | 1): void {
    const to = this.next(by);
    if (to !== undefined) this.go(to);
  }
  toStart(): void {
    this.go(t.root);
  }
  // The end of the game, or of the current variation.
  toEnd(): void {
    const { session, wanted } = this;
    this.go(session.inGame(wanted) || wanted === t.root ? session.end : t.endOfLine(session.tree, wanted));
  }

  // Shows an error and what to do about it.
  fail(error: string, again: () => void): void {
    this.error = error;
    this.#again = again;
  }
  tryAgain(): void {
    this.#again();
  }

  // Clears the error when the server is back, and then repeats what failed. Another visit ends the wait.
  async #wait(then: () => void): Promise<void> {
    this.#stopWaiting();
    const lost = new AbortController();
    this.#lost = lost;
    try {
      await serverBack(lost.signal);
    } catch {
      return; // another visit, or an error that waiting does not cure
    }
    if (lost.signal.aborted) return;
    this.error = "";
    then();
  }
  #stopWaiting(): void {
    this.#lost?.abort();
    this.#lost = null;
  }
}
