// What the user does with the game: starting it, moving, taking back, resigning.
//
// `press` and `choose` are the only ways in which the user plays a move: clicks, taps and keys all end here.
import type { Game, Side, Turn } from "../api/types";
import { pitOf } from "../game/move";
import type { Saved } from "../game/saved";
import * as t from "../game/tree";
import { human } from "../game/who";
import { capital } from "../words/narrator";
import * as words from "../words/play";
import type { Exploration } from "./exploration.svelte";
import type { Navigation } from "./navigation.svelte";
import type { Notice } from "./notice.svelte";
import type { Opponent } from "./opponent.svelte";
import type { GameSetup, Session } from "./session.svelte";
import type { Settings } from "./settings.svelte";

export class Play {
  offered = $state.raw<{ pit: string; at: number } | null>(null); // a pit that can be sown either way, and the node

  constructor(
    private readonly session: Session,
    private readonly nav: Navigation,
    private readonly opponent: Opponent,
    private readonly exploration: Exploration,
    private readonly settings: Pick<Settings, "clock" | "increment">,
    private readonly notice: Notice,
  ) {
    session.clock.onend = (side) => this.#giveUp(side, true);
    nav.onArrive = () => void opponent.run();
  }

  // --- starting ---

  async newGame(setup: GameSetup): Promise<void> {
    this.#leave();
    this.session.reset(setup, this.settings);
    await this.nav.visit(t.root);
  }
  // `onTree` is called once the tree is built.
  async load(saved: Saved, game: Game, onTree: () => void = () => undefined): Promise<void> {
    this.#leave();
    const at = this.session.load(saved, game);
    onTree();
    await this.nav.visit(at);
  }
  #leave(): void {
    this.opponent.stop();
    this.opponent.news = false;
    this.nav.reset();
    this.offered = null;
    this.notice.text = "";
  }

  // --- moving ---

  // A pit was pressed: sows it, offers its directions, or explains why it cannot be sown.
  press(pit: string): void {
    const { session, nav } = this;
    if (nav.view.sowing) nav.view.skip();
    if (nav.over || !nav.info) return;
    this.notice.text = nav.yours ? nav.whyNot(pit) : session.watching ? words.watching : session.friend ? words.friendsTurn : words.thinking(capital(session.words.who(nav.mover)));
    if (this.notice.text) return;
    const [move, ...others] = nav.info.legal.filter((turn) => pitOf(turn.move) === pit);
    const before = this.offered;
    this.offered = null;
    if (move && others.length === 0) void this.choose(move.move);
    else if (move && !(before?.pit === pit && before.at === nav.at)) this.offered = { pit, at: nav.at };
  }
  // The directions offered for the pressed pit.
  get choices(): readonly Turn[] {
    const { offered, nav } = this;
    if (!offered || offered.at !== nav.at || !nav.yours) return [];
    return nav.info?.legal.filter((turn) => pitOf(turn.move) === offered.pit) ?? [];
  }

  // You play a move: in the game if it is your turn there, otherwise as an exploration.
  async choose(move: string): Promise<void> {
    const { session, nav } = this;
    const turn = nav.legalMove(move);
    this.offered = null;
    if (!turn || !nav.yours) return;
    globalThis.navigator?.vibrate?.(12);
    const inGame = nav.at === session.live && session.players[nav.mover] === human;
    if (!inGame) return this.exploration.explore(move);
    await nav.follow(turn, session.extend(nav.at, turn), () => void this.choose(move));
  }

  // --- the course of the game ---

  undo(): void {
    if (this.session.study) return this.nav.step(-1);
    if (this.session.takeBack()) this.#goLive();
  }
  redo(): void {
    if (this.session.study) return this.nav.step(1);
    if (this.session.redo()) this.#goLive();
  }
  // Continues the game from the position on the board.
  continueFromHere(): void {
    this.session.continueFrom(this.nav.at);
    this.#goLive();
  }
  resign(): void {
    this.#giveUp(this.session.you ?? this.nav.mover, false);
  }
  // The players do not end the game although the position repeats.
  playOn(): void {
    this.session.playOn();
    this.#goLive();
  }
  #giveUp(side: Side, onTime: boolean): void {
    if (this.session.giveUp(side, onTime)) this.#goLive();
  }
  // The game has changed: shows its current position and lets the opponent think about that.
  #goLive(): void {
    this.opponent.stop();
    if (this.session.live !== null) this.nav.go(this.session.live);
  }

  setPaused(paused: boolean): void {
    this.session.paused = paused;
    if (paused) this.opponent.stop();
    else if (this.nav.exploring) this.nav.go(this.session.end);
    else void this.opponent.run();
  }
  setPlayers(players: Record<Side, string>): void {
    this.opponent.stop();
    this.session.setPlayers(players);
    void this.opponent.run();
  }

  // The side whose clock is running. Clocks start after the first move and stop during animations.
  get onClock(): Side | null {
    const { session, nav } = this;
    return session.clock.minutes === 0 || session.live === t.root || session.result || nav.view.sowing ? null : session.liveMover;
  }
}
