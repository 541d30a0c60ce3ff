// The parts of the page's state and how they are connected. Each part depends only on those created before it.
import { getContext, setContext } from "svelte";
import { messageOf } from "../api/client";
import { sideName } from "../api/sides";
import type { Catalog, Side } from "../api/types";
import { Archive } from "../game/archive";
import { BrowserDatabase } from "../game/database";
import type { Listed } from "../game/split";
import * as t from "../game/tree";
import { gameKey, playerName } from "../game/saved";
import { you as youWord } from "../words/common";
import { capital, type Narrator } from "../words/narrator";
import type { Aside } from "../words/play";
import { Sound } from "../ui/sound";
import { readPuzzlesAddress } from "../train/puzzles";
import { Trainer } from "../train/trainer.svelte";
import { Address } from "./address";
import { Analyzer } from "./analyzer.svelte";
import { Coach } from "./coach.svelte";
import { Editor } from "./editor.svelte";
import { Exploration } from "./exploration.svelte";
import { Games } from "./games.svelte";
import { Hints } from "./hints.svelte";
import { Library } from "./library.svelte";
import { defaultSetup, lastPlayers, Matches } from "./matches";
import { Navigation } from "./navigation.svelte";
import { Notice } from "./notice.svelte";
import { Opponent } from "./opponent.svelte";
import { Play } from "./play.svelte";
import { Report } from "./report.svelte";
import { Screen } from "./screen.svelte";
import { Session, type GameSetup } from "./session.svelte";
import type { Settings } from "./settings.svelte";
import { Turns } from "./turns.svelte";

export type DialogName = "new" | "open" | "share" | "games" | "keys" | "settings" | "menu" | "resign" | "ladder" | "home" | "backup";
export type TabName = "moves" | "explorer" | "report" | "rules";

export class App {
  readonly notice = new Notice();
  readonly games: Games;
  readonly session: Session;
  readonly nav: Navigation;
  readonly exploration: Exploration;
  readonly opponent: Opponent;
  readonly play: Play;
  readonly analyzer: Analyzer;
  readonly hints: Hints;
  readonly coach: Coach;
  readonly report: Report;
  readonly editor: Editor;
  readonly library: Library;
  readonly turns: Turns;
  readonly address: Address;
  readonly matches: Matches;
  readonly trainer: Trainer;
  readonly screen: Screen;
  dialog = $state<DialogName | null>(null);
  tab = $state<TabName>("moves");
  records = $state.raw<Listed[]>([]); // the games of a file, to choose from

  constructor(
    readonly catalog: Catalog,
    readonly settings: Settings,
  ) {
    const { notice } = this;
    const sound = new Sound(() => settings.sound);
    const games = (this.games = new Games(catalog));
    const session = (this.session = new Session(defaultSetup(games, settings)));
    const nav = (this.nav = new Navigation(session, settings, sound));
    this.exploration = new Exploration(session, nav);
    this.opponent = new Opponent(session, nav, settings);
    this.play = new Play(session, nav, this.opponent, this.exploration, settings, notice);
    this.analyzer = new Analyzer(Math.min(30000, catalog.limits.time));
    this.hints = new Hints(session, nav, this.analyzer, notice);
    this.coach = new Coach(session, nav);
    this.report = new Report(session, nav, this.exploration);
    this.editor = new Editor(session, nav);
    this.library = new Library(new Archive(new BrowserDatabase("sow")), games, session, nav, this.play, this.report, notice);
    this.turns = new Turns(session, nav, this.library, settings, notice);
    this.address = new Address(session, nav, this.library, this.turns, notice);
    this.matches = new Matches(session, this.library, settings, notice);
    this.trainer = new Trainer(games, session, nav, this.exploration, this.library, notice);
    this.screen = new Screen(session, this.editor, this.trainer);
    nav.onMove = (turn, from, done) => {
      this.#clearMessages();
      void this.report.judge(turn, from, done);
      void this.coach.judge(turn, from);
      void this.trainer.judge(turn, from, done);
    };
    this.library.onLeave = (exercise) => {
      this.#clearMessages();
      this.analyzer.forget();
      this.coach.clear();
      this.editor.on = false;
      if (!exercise) this.trainer.clear();
    };
  }

  #clearMessages(): void {
    this.hints.clear();
    this.play.offered = null;
    this.notice.text = "";
  }

  // Opens the game in the address, or else the last game, or else a new one.
  async start(): Promise<void> {
    await this.library.archive.adopt(localStorage);
    await this.library.archive.adoptLadder();
    await this.games.load();
    const exercise = takePuzzlesAddress();
    if (exercise) {
      await this.#openLast();
      this.dialog = null;
      return this.trainer.openPuzzles(exercise.game, exercise.theme);
    }
    if (await this.address.open()) return;
    const problem = this.notice.text; // with the link, to be shown with the game opened instead
    await this.#openLast();
    if (problem) this.notice.text = problem;
  }
  // Opens an address entered while the page is open.
  async openAddress(): Promise<void> {
    const exercise = takePuzzlesAddress();
    if (exercise) await this.trainer.openPuzzles(exercise.game, exercise.theme);
    else await this.address.open();
  }
  async #openLast(): Promise<void> {
    let problem = "";
    const returning = this.library.newTab;
    try {
      if (await this.library.openLast()) {
        if (returning) this.dialog = "home";
        return;
      }
    } catch (error) {
      problem = messageOf(error);
    }
    await this.library.newGame(this.defaultSetup());
    if (problem) this.notice.text = problem;
    if (!this.settings.visited) await this.trainer.startLesson(this.session.game);
    this.settings.visited = true;
  }

  defaultSetup(): GameSetup {
    return defaultSetup(this.games, this.settings);
  }
  get lastPlayers(): Record<Side, string> {
    return lastPlayers(this.settings);
  }

  // Why the board does not show the current position of the game. Browsing a finished game does not count.
  get aside(): Aside | null {
    if (this.report.trial) return "retry";
    if (!this.nav.exploring || this.editor.on) return null;
    if (this.exploration.off) return "exploring";
    return this.session.result ? null : "review";
  }

  get words(): Narrator {
    return this.session.words;
  }
  name(side: Side): string {
    const { you, tags } = this.session;
    const tagged = tags[sideName(side)];
    if (this.session.study && tagged && tagged !== "?") return tagged;
    return you === side ? youWord : playerName(this.session, side);
  }
  whose(side: Side): string {
    return capital(this.words.whose(side));
  }

  // Saves the game, except for exercises.
  save(): void {
    if (!this.trainer.on) this.library.save();
  }

  // Creates the report on a finished game unless it exists.
  reportOnce(): void {
    const { session, report } = this;
    if (report.running || report.total === t.movesTo(session.tree, session.end).length) return;
    void report.run().then(() => this.#addMistakes());
  }
  // Turns your mistakes into puzzles.
  #addMistakes(): void {
    const { session, report } = this;
    const { you } = session;
    if (!report.end || you === null || !("game" in session.ref)) return;
    const game = gameKey({ rules: null, ...session.ref });
    if (!this.games.byId(game)) return;
    const found = report.plies.filter(({ mover, mark }) => mover === you && (mark === "mistake" || mark === "blunder"));
    void this.trainer.addMistakes(found.map(({ position, pv, best, loss }) => ({ game, position, line: pv.length > 0 ? pv : [best], loss })));
  }

  // Opens the editor. An exercise is closed first: its board is not the user's to change.
  async setUp(): Promise<void> {
    if (this.trainer.on) await this.trainer.leave();
    this.#clearMessages();
    this.editor.open();
  }
}

// Reads the address of puzzles and removes it from the address bar.
function takePuzzlesAddress(): ReturnType<typeof readPuzzlesAddress> {
  const exercise = readPuzzlesAddress(location.hash.slice(1));
  if (exercise) history.replaceState(null, "", location.pathname);
  return exercise;
}

const key = Symbol("app");
export const provideApp = (app: App): App => setContext(key, app);
export const useApp = (): App => getContext<App>(key);
