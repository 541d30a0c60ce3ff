// Everything the page's parts share.
import { getContext, setContext } from "svelte";
import { api, messageOf, refOf, type GameRef } from "../api/client";
import { sideName } from "../api/sides";
import type { AnalysisEvent, Catalog, Game, GameRecord, Hint, RoundAnswer, Side, Turn } from "../api/types";
import { Archive, type Kept } from "../game/archive";
import { BrowserDatabase } from "../game/database";
import { keepRules, loadRules } from "../game/own_rules";
import { recordOf, type Saved } from "../game/saved";
import { placeText, readPlace, type Place } from "../game/place";
import { fromFragment, isFragment } from "../game/share";
import { type Listed, splitOgn } from "../game/split";
import * as t from "../game/tree";
import { pitOf } from "../game/move";
import { verdict } from "../game/score";
import { atLevel, human, whoTitle } from "../game/who";
import { byLetter, personal } from "../game/words";
import { Sound } from "../ui/sound";
import { Trainer } from "../train/trainer.svelte";
import { Analyzer } from "./analyzer.svelte";
import { Editor } from "./editor.svelte";
import { Report } from "./report.svelte";
import { Session, type Beginning } from "./session.svelte";
import type { Settings } from "./settings.svelte";

export type DialogName = "new" | "open" | "share" | "games" | "keys" | "settings" | "menu" | "resign" | "ladder";
export type TabName = "moves" | "explorer" | "report" | "rules";

const gentle = "engine:level=1";
const currentKey = "sow.current";

// A hint or a threat that was asked for; without an answer if the analysis that runs has it.
interface Asked {
  threat: boolean;
  at: number; // the node
  answer: Hint | null;
}

export class App {
  readonly archive = new Archive(new BrowserDatabase("sow"));
  readonly sound: Sound;
  readonly session: Session;
  readonly analyzer: Analyzer;
  readonly report: Report;
  readonly editor: Editor;
  readonly trainer: Trainer;
  own = $state.raw<Game[]>([]); // the user's games, of this browser
  dialog = $state<DialogName | null>(null);
  tab = $state<TabName>("moves");
  hint = $state.raw<Asked | null>(null);
  choosing = $state.raw<{ pit: string; at: number } | null>(null); // the pit that can be sown either way, and the node
  records = $state.raw<Listed[]>([]); // of a file with several games, to choose from
  zen = $state(false); // the board and nothing else
  notice = $state(""); // what went well or wrong apart from the game

  #id: string = newId();
  #kept: Kept | null = null; // the game on the board as it was kept last

  constructor(
    readonly catalog: Catalog,
    readonly settings: Settings,
  ) {
    this.sound = new Sound(() => settings.sound);
    this.session = new Session(this.usual(), settings, this.sound);
    this.analyzer = new Analyzer(Math.min(30000, catalog.limits.time));
    this.report = new Report(this.session);
    this.editor = new Editor(this.session);
    this.trainer = new Trainer(this);
    this.session.onMove = (turn, from, done) => {
      this.hint = null;
      this.choosing = null;
      this.notice = "";
      void this.report.judge(turn, from, done);
      void this.trainer.judge(turn, from, done);
    };
  }

  // What the board shows beside the game: its rim and the banner say so. Whoever goes through a game that is over sees the game.
  get aside(): "Try again" | "Looking back" | "Exploring" | null {
    const { session, report, editor } = this;
    if (report.trial) return "Try again";
    if (!session.exploring || editor.on) return null;
    if (session.at !== t.root && !session.inGame(session.at)) return "Exploring";
    return session.result ? null : "Looking back";
  }

  usual(): Beginning {
    const game = this.catalog.games.find(({ id }) => id === this.catalog.default) ?? this.catalog.games[0];
    if (!game) throw new Error("the server has no games");
    return { game, ref: refOf(game), position: null, players: this.settings.players ?? this.catalog.defaults };
  }

  // What the address holds, else what was on the board last, else a new game.
  async start(): Promise<void> {
    await this.archive.adopt(localStorage);
    for (const rules of loadRules(localStorage)) await this.addOwn(rules, false).catch(() => undefined);
    if (await this.openAddress()) return;
    const id = recall(sessionStorage) ?? recall(localStorage);
    const kept = id ? await this.archive.load(id) : null;
    if (kept) {
      try {
        return await this.open(kept.saved, kept.id);
      } catch (error) {
        this.notice = messageOf(error);
      }
    }
    await this.session.begin(this.usual());
    if (!this.settings.visited) await this.trainer.startLesson(this.session.game);
    this.settings.visited = true;
  }

  // What a lesson leads to: an opponent that can be beaten.
  async firstGame(game: Game): Promise<void> {
    this.trainer.clear();
    await this.begin({ game, ref: refOf(game), position: null, players: { S: human, N: gentle } });
  }

  // A pit is pressed: it is sown, or its two directions are offered, or the page says why it cannot be sown.
  press(pit: string): void {
    const { session } = this;
    if (session.view.sowing) session.view.skip();
    if (session.over || !session.info) return;
    this.notice = session.yours ? session.whyNot(pit) : session.watching
      ? "Both sides are played by the computer. Stop them to try moves of your own." : "The computer is thinking.";
    if (this.notice) return;
    const [move, ...others] = session.info.legal.filter((turn) => pitOf(turn.move) === pit);
    const offered = this.choices[0];
    this.choosing = null;
    if (move && others.length === 0) void session.play(move.move);
    else if (move && !(offered && pitOf(offered.move) === pit)) this.choosing = { pit, at: session.at };
  }
  // The moves of the pit that was pressed, until one of them is chosen.
  get choices(): readonly Turn[] {
    const { choosing, session, editor } = this;
    if (!choosing || choosing.at !== session.at || editor.on || !session.yours) return [];
    return session.info?.legal.filter((turn) => pitOf(turn.move) === choosing.pit) ?? [];
  }

  // The server's words for the person at this board.
  say(text: string): string {
    return personal(byLetter(text, this.session.game.labels), this.session.you);
  }
  name(side: Side): string {
    const { you, players, tags } = this.session;
    const tagged = tags[sideName(side)];
    if (this.session.study && tagged && tagged !== "?") return tagged;
    return you === side ? "You" : whoTitle(players[side]);
  }
  whose(side: Side): string {
    const { you } = this.session;
    return you === null ? `${sideName(side)}'s` : you === side ? "Your" : "The computer's";
  }

  // A report on the game that has ended, unless it is there already.
  reportOnce(): void {
    const { session, report } = this;
    if (report.running || report.total === t.movesTo(session.tree, session.end).length) return;
    void report.run().then(() => this.#learn());
  }

  // A person's own mistakes become puzzles.
  #learn(): void {
    const { session, report, trainer } = this;
    const { you } = session;
    if (!report.end || you === null || !("game" in session.ref)) return;
    const game = session.ref.game;
    if (!this.catalog.games.some(({ id }) => id === game)) return;
    const found = report.plies.filter(({ mover, mark }) => mover === you && (mark === "mistake" || mark === "blunder"));
    trainer.addMistakes(found.map(({ position, pv, best, loss }) => ({ game, position, line: pv.length > 0 ? pv : [best], loss })));
  }

  // The same game again: with the sides changed, or at another level.
  async rematch(change: { swap?: boolean; level?: number } = {}): Promise<void> {
    const { game, ref, position } = this.session;
    const levelled = (who: string) => atLevel(who, change.level ?? 0, this.catalog.players) ?? who;
    const { S, N } = this.session.players;
    const players = change.swap ? { S: N, N: S } : { S: levelled(S), N: levelled(N) };
    if (!this.session.study) this.settings.players = players;
    await this.begin({ game, ref, position, players, tags: this.#matchTags() });
  }

  // The number of this round, and of the rounds of the match if that is fixed, are kept with the game.
  #matchTags(): Record<string, string> {
    const { Round, Rounds } = this.session.tags;
    return { ...(Round && { Round }), ...(Rounds && { Rounds }) };
  }
  // What comes after the round that is over.
  endRound(): Promise<RoundAnswer> {
    const { session } = this;
    return api.round(session.request(session.end), Number(session.tags.Rounds) || null);
  }
  async nextRound({ game: id, position }: NonNullable<RoundAnswer["next"]>): Promise<void> {
    try {
      const ref = { game: id };
      const game = await api.game(ref);
      const tags = { ...this.#matchTags(), Round: String(game.round) };
      await this.begin({ game, ref, position, players: { ...this.session.players }, tags });
    } catch (error) {
      this.notice = messageOf(error);
    }
  }

  async begin(beginning: Beginning): Promise<void> {
    this.#leave();
    if (!beginning.study) this.trainer.clear();
    await this.session.begin(beginning);
  }

  async open(saved: Saved, id: string = newId()): Promise<void> {
    const ref: GameRef = saved.rules !== null ? { rules: saved.rules } : { game: saved.game ?? "" };
    const game = this.known(ref) ?? (await api.game(ref));
    const [kept, report] = await Promise.all([this.archive.load(id), this.archive.report(id)]);
    this.#leave();
    this.trainer.clear();
    this.#id = id;
    this.#kept = kept;
    await this.session.load(saved, game, () => this.report.load(report));
  }

  // What the address names: a position of a game of this browser, or a whole game, which is taken out of it.
  async openAddress(): Promise<boolean> {
    const fragment = location.hash.slice(1);
    const place = readPlace(fragment);
    if (place) return this.#openPlace(place);
    if (!isFragment(fragment)) return false;
    history.replaceState(null, "", location.pathname);
    try {
      await this.openShared(fragment);
      return true;
    } catch (error) {
      this.notice = messageOf(error);
      return false;
    }
  }

  async #openPlace({ id, moves }: Place): Promise<boolean> {
    if (id === this.#id && this.session.info) {
      const at = t.find(this.session.tree, moves);
      if (at !== this.session.at) this.session.go(at);
      return true;
    }
    const kept = await this.archive.load(id);
    if (!kept) {
      if (this.session.info) this.showAddress();
      return false;
    }
    await this.open({ ...kept.saved, at: moves }, kept.id);
    return true;
  }

  // The address names what is on the board. Another game is another page of the browser's history.
  showAddress(): void {
    const { session } = this;
    const address = this.trainer.on ? location.pathname : `#${placeText({ id: this.#id, moves: t.movesTo(session.tree, session.at) })}`;
    const url = new URL(address, location.href).href;
    if (url === location.href) return;
    const before = readPlace(location.hash.slice(1));
    const worthComingBack = before !== null && before.id !== this.#id && before.moves.length > 0;
    if (worthComingBack) history.pushState(null, "", url);
    else history.replaceState(null, "", url);
  }

  // A game from a link: the server plays it through before it is believed.
  async openShared(fragment: string): Promise<void> {
    const saved = await fromFragment(fragment);
    const text = await api.writeOgn(recordOf(saved), saved.rules);
    const [record] = await api.readOgn(text, saved.rules);
    if (!record) throw new Error("The link is damaged: it holds no game.");
    await this.open({ ...saved, line: record.line, live: saved.line.length > 0 ? null : saved.live, clock: null });
  }

  async openOgn(text: string): Promise<void> {
    const games = splitOgn(text);
    if (games.length < 2) return this.openListed({ tags: {}, text });
    this.records = games;
    this.dialog = "open";
  }

  // One of the games of a file.
  async openListed(game: Listed): Promise<void> {
    const [record] = await this.#readOgn(game.text);
    if (!record) throw new Error("There is no game in the text.");
    return this.openRecord(record);
  }

  // The text may be of one of the user's own games, whose rules the server does not have.
  async #readOgn(text: string): Promise<GameRecord[]> {
    const variant = /\[Variant\s+"([^"]*)"\]/.exec(text)?.[1];
    const own = this.own.find(({ name }) => name === variant);
    return api.readOgn(text, own ? own.toml : null);
  }

  async openRecord(record: GameRecord): Promise<void> {
    const own = this.own.find(({ name }) => record.game === null || name === record.game);
    const rules = record.game === null ? (own?.toml ?? null) : null;
    await this.open({
      game: record.game, rules, title: "", position: record.position, line: record.line, live: null,
      at: [], players: { S: human, N: human }, resigned: record.resigned, tags: record.tags, flipped: false, clock: null,
    });
    this.records = [];
    this.dialog = null;
    this.tab = "moves";
  }

  // Adds a game of the user's own, which the server checks.
  async addOwn(rules: string, keep = true): Promise<Game> {
    const checked = await api.game({ rules });
    const game: Game = { ...checked, toml: rules };
    this.own = [...this.own.filter(({ name }) => name !== game.name), game];
    if (keep) keepRules(localStorage, this.own.map(({ toml }) => toml));
    return game;
  }
  removeOwn(name: string): void {
    this.own = this.own.filter((game) => game.name !== name);
    keepRules(localStorage, this.own.map(({ toml }) => toml));
  }

  known(ref: GameRef): Game | undefined {
    return "rules" in ref
      ? this.own.find(({ toml }) => toml === ref.rules)
      : this.catalog.games.find(({ id }) => id === ref.game);
  }

  #leave(): void {
    const kept = this.#kept;
    if (kept && kept.saved.line.length === 0 && kept.saved.position === null) void this.archive.remove(kept.id);
    this.#kept = null;
    this.#id = newId();
    this.hint = null;
    this.choosing = null;
    this.notice = "";
    this.report.clear();
    this.analyzer.forget();
    this.editor.on = false;
  }

  keep(): void {
    if (this.trainer.on) return; // exercises are no games
    const { session } = this;
    const ending = session.study ? (session.atEnd ? session.info?.ending : null) : session.result;
    const known = this.#kept;
    const saved = session.save();
    const result = ending ? `${ending.result.S}–${ending.result.N}` : session.study && !session.atEnd ? (known?.result ?? "") : "";
    // Looking through a game does not make it the last changed.
    const changed = JSON.stringify(known?.saved.line) !== JSON.stringify(saved.line);
    const time = changed || !known ? Date.now() : known.time;
    const plies = saved.live ?? t.mainLine(session.tree).length;
    this.#kept = { id: this.#id, time, result, plies, saved };
    void this.archive.keep(this.#kept, this.report.save());
    for (const memory of [sessionStorage, localStorage]) {
      try {
        memory.setItem(currentKey, this.#id);
      } catch {
        // The browser keeps nothing for this page.
      }
    }
  }
  get currentId(): string {
    return this.#id;
  }

  // What the analysis says of the position on the board, if it runs and has something to say.
  get analysis(): AnalysisEvent | null {
    const { on, data } = this.analyzer;
    return on && data && data.position === this.session.now?.diagram ? data : null;
  }

  // One voice: if the analysis runs, its best move is the hint.
  get hintShown(): { move: string | null; text: string; threat: boolean } | null {
    const { hint, analysis } = this;
    const { now } = this.session;
    if (!hint || hint.at !== this.session.at || this.editor.on) return null;
    const best = hint.threat ? undefined : analysis?.moves[0];
    if (best && analysis && now) return { move: best.move, text: `${analysis.hint ?? `${best.move}: ${verdict(best.score, now)}`}.`, threat: false };
    if (!hint.answer) return null;
    const { move, text, quiet } = hint.answer;
    return { move: quiet ? null : move, text: `${text}.`, threat: hint.threat };
  }

  async askHint(threat: boolean): Promise<void> {
    const { session } = this;
    const { at } = session;
    if (this.hint?.threat === threat && this.hint.at === at) {
      this.hint = null;
      return;
    }
    if (!threat && this.analysis) {
      this.hint = { threat, at, answer: null };
      return;
    }
    try {
      const answer = await api.hint({ ...session.request(), threat });
      if (session.at === at) this.hint = { threat, at, answer };
    } catch (error) {
      this.notice = messageOf(error);
    }
  }
}

// Not randomUUID, which only pages of a secure origin have; the server may be reached by plain HTTP.
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, "0")).join("");

function recall(memory: Storage): string | null {
  try {
    return memory.getItem(currentKey);
  } catch {
    return null;
  }
}

const key = Symbol("app");
export const provideApp = (app: App): App => setContext(key, app);
export const useApp = (): App => getContext<App>(key);
