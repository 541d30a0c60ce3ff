// The game on the board and those saved in the browser: starting, opening, and saving.
import type { GameRef } from "../api/client";
import { other } from "../api/sides";
import type { Archive, SavedGame } from "../game/archive";
import { dealOf } from "../game/deal";
import type { LadderEntry } from "../game/ladder_log";
import { gameKey, type Saved } from "../game/saved";
import * as t from "../game/tree";
import { ladderName } from "../game/who";
import * as errors from "../words/errors";
import type { Games } from "./games.svelte";
import type { Navigation } from "./navigation.svelte";
import type { Notice } from "./notice.svelte";
import type { Play } from "./play.svelte";
import type { Report } from "./report.svelte";
import type { GameSetup, Session } from "./session.svelte";
import { Tabs } from "./tabs";

const currentKey = "sow.current";

export class Library {
  onLeave: ((exercise: boolean) => void) | null = null; // another game starts; `exercise`: one of the trainer's
  #id: string = newId();
  #opened = 0; // the last game asked for is the one on the board, whichever loads first
  #lastSaved: SavedGame | null = null; // the last saved state of the current game
  #recorded: Promise<unknown> = Promise.resolve(); // the last change to the ladder log
  readonly #tabs: Tabs;

  constructor(
    readonly archive: Archive,
    private readonly games: Games,
    private readonly session: Session,
    private readonly nav: Navigation,
    private readonly play: Play,
    private readonly report: Report,
    notice: Notice,
  ) {
    this.#tabs = new Tabs(() => this.#id, () => (notice.text = errors.otherTab));
  }

  get currentId(): string {
    return this.#id;
  }
  get lastSaved(): SavedGame | null {
    return this.#lastSaved;
  }

  async newGame(setup: GameSetup, exercise = false, id: string = newId()): Promise<void> {
    const opened = ++this.#opened;
    const started = exercise ? setup : await this.#withStart(setup, id);
    if (opened !== this.#opened) return;
    this.#leave(exercise);
    this.#id = id;
    await this.play.newGame(started);
  }
  // A game with a random start gets a new one, chosen by its id so that two devices agree.
  async #withStart(setup: GameSetup, id: string): Promise<GameSetup> {
    const { random_start } = setup.game;
    if (random_start === null || setup.position !== null || setup.sameStart) return setup;
    const ref = { game: dealOf(random_start, id) };
    return { ...setup, ref, game: await this.games.of(ref) };
  }

  async open(saved: Saved, id: string = newId()): Promise<void> {
    const opened = ++this.#opened;
    const ref: GameRef = saved.rules !== null ? { rules: saved.rules } : { game: saved.game ?? "" };
    const game = await this.games.of(ref);
    const [kept, report] = await Promise.all([this.archive.load(id), this.archive.report(id)]);
    if (opened !== this.#opened) return;
    this.#leave(false);
    this.#id = id;
    this.#lastSaved = kept;
    await this.play.load(saved, game, () => this.report.load(report));
    this.#tabs.announce(id);
  }

  // Whether this tab has not shown a game yet.
  get newTab(): boolean {
    return recall(sessionStorage) === null;
  }
  // Opens the last game of this tab, or else of this browser. Returns false if there is none.
  async openLast(): Promise<boolean> {
    const id = recall(sessionStorage) ?? recall(localStorage);
    const kept = id ? await this.archive.load(id) : null;
    if (kept) await this.open(kept.saved, kept.id);
    return kept !== null;
  }

  // Takes a move back. A finished game continues in a copy, so that its result stays.
  takeBack(): void {
    const { result, resigned, friend, live } = this.session;
    const over = result !== null || resigned !== null || (this.nav.at === live && this.nav.over);
    if (over && friend === null && live !== null && this.session.canTakeBack) {
      this.save();
      this.#id = newId();
      this.#lastSaved = null;
    }
    this.play.undo();
  }

  save(): void {
    const { session, nav } = this;
    const ending = session.study ? (nav.atEnd ? nav.info?.ending : null) : session.result;
    const known = this.#lastSaved;
    const saved = session.save(nav.at);
    const result = ending ? `${ending.result.S}–${ending.result.N}` : session.study && !nav.atEnd ? (known?.result ?? "") : "";
    // Browsing a game does not change its time.
    const changed = JSON.stringify(known?.saved.line) !== JSON.stringify(saved.line);
    const time = changed || !known ? Date.now() : known.time;
    const plies = saved.live ?? t.mainLine(session.tree).length;
    this.#lastSaved = { id: this.#id, time, result, plies, saved };
    void this.archive.save(this.#lastSaved, this.report.save());
    const entry = this.#ladderEntry();
    if (entry) this.#recorded = this.archive.record(entry);
    for (const memory of [sessionStorage, localStorage]) {
      try {
        memory.setItem(currentKey, this.#id);
      } catch {
        // Storage is full or disabled.
      }
    }
  }

  // The log of the ladder once the current game is in it.
  async ladder(): Promise<LadderEntry[]> {
    this.save();
    await this.#recorded;
    return this.archive.ladder();
  }
  // The state of the current game if it is one against a ladder opponent from the start position.
  #ladderEntry(): LadderEntry | null {
    const { session, nav } = this;
    const { you, live, resigned, position, players, tree, aided } = session;
    if (you === null || live === null || position !== null || ladderName(players[other(you)]) === "") return null;
    // Known as soon as the last seed is on its way: the board announces the result later.
    const ending = nav.at === live && nav.info ? nav.info.ending : session.result;
    const winner = resigned !== null ? other(resigned) : ending?.winner;
    const points = winner === undefined ? null : winner === null ? 0 : winner === you ? 1 : -1;
    const game = gameKey({ game: null, rules: null, ...session.ref });
    // A computer that ran out of time was out of reach.
    return { id: this.#id, game, who: players[other(you)], side: you, moves: t.movesTo(tree, live), time: Date.now(), points, void: aided || (points === 1 && resigned !== null) };
  }

  // A game without moves is not kept.
  #leave(exercise: boolean): void {
    this.#opened += 1;
    const kept = this.#lastSaved;
    if (kept && kept.saved.line.length === 0 && kept.saved.position === null) void this.archive.removeEmpty(kept.id);
    this.#lastSaved = null;
    this.#id = newId();
    this.report.clear();
    this.onLeave?.(exercise);
  }
}

// randomUUID needs a secure origin, but the page may be served over plain HTTP.
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, "0")).join("");

function recall(memory: Storage): string | null {
  try {
    return memory.getItem(currentKey);
  } catch {
    return null;
  }
}
