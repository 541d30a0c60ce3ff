// Everything the page's parts share.
import { getContext, setContext } from "svelte";
import { api, messageOf, refOf, type GameRef } from "../api/client";
import type { Catalog, Game, GameRecord, Hint } from "../api/types";
import { Archive } from "../game/archive";
import { recordOf, type Saved } from "../game/saved";
import { fromFragment, isFragment } from "../game/share";
import { type Listed, splitOgn } from "../game/split";
import * as t from "../game/tree";
import { human } from "../game/who";
import { Sound } from "../ui/sound";
import { Analyzer } from "./analyzer.svelte";
import { Editor } from "./editor.svelte";
import { Report } from "./report.svelte";
import { Session, type Beginning } from "./session.svelte";
import type { Settings } from "./settings.svelte";

export type DialogName = "new" | "open" | "share" | "games" | "keys" | "settings";
export type TabName = "moves" | "report" | "rules";

const currentKey = "sow.current";

export class App {
  readonly archive = new Archive(localStorage);
  readonly sound: Sound;
  readonly session: Session;
  readonly analyzer: Analyzer;
  readonly report: Report;
  readonly editor: Editor;
  own = $state.raw<Game[]>([]); // the user's games, of this browser
  dialog = $state<DialogName | null>(null);
  tab = $state<TabName>("moves");
  hint = $state.raw<(Hint & { threat: boolean; at: number }) | null>(null);
  records = $state.raw<Listed[]>([]); // of a file with several games, to choose from
  notice = $state(""); // what went well or wrong apart from the game

  #id: string = newId();

  constructor(
    readonly catalog: Catalog,
    readonly settings: Settings,
  ) {
    this.sound = new Sound(() => settings.sound);
    this.session = new Session(this.usual(), settings, this.sound);
    this.analyzer = new Analyzer(Math.min(30000, catalog.limits.time));
    this.report = new Report(this.session);
    this.editor = new Editor(this.session);
    this.session.onMove = (turn, from) => {
      this.hint = null;
      void this.report.judge(turn, from);
    };
  }

  usual(): Beginning {
    const game = this.catalog.games.find(({ id }) => id === this.catalog.default) ?? this.catalog.games[0];
    if (!game) throw new Error("the server has no games");
    return { game, ref: refOf(game), position: null, players: this.catalog.defaults };
  }

  // What the address holds, else what was on the board last, else a new game.
  async start(): Promise<void> {
    for (const rules of this.archive.rules()) await this.addOwn(rules, false).catch(() => undefined);
    if (await this.openAddress()) return;
    const id = recall(sessionStorage) ?? recall(localStorage);
    const kept = id ? this.archive.load(id) : null;
    if (kept) {
      try {
        return await this.open(kept.saved, kept.id);
      } catch (error) {
        this.notice = messageOf(error);
      }
    }
    await this.session.begin(this.usual());
  }

  // A person whose turn it is presses a pit of theirs: it is sown, or the page says why it cannot be.
  press(pit: string): void {
    this.notice = this.session.whyNot(pit);
    if (!this.notice) void this.session.play(pit);
  }

  async begin(beginning: Beginning): Promise<void> {
    this.#leave();
    await this.session.begin(beginning);
  }

  async open(saved: Saved, id: string = newId()): Promise<void> {
    const ref: GameRef = saved.rules !== null ? { rules: saved.rules } : { game: saved.game ?? "" };
    const game = this.known(ref) ?? (await api.game(ref));
    this.#leave();
    this.#id = id;
    await this.session.load(saved, game);
  }

  // The game that the address holds, if any; then the address is as it was without it.
  async openAddress(): Promise<boolean> {
    const fragment = location.hash.slice(1);
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

  // A game from a link: the server plays it through before it is believed.
  async openShared(fragment: string): Promise<void> {
    const saved = await fromFragment(fragment);
    const text = await api.writeOgn(recordOf(saved), saved.rules);
    const [record] = await api.readOgn(text, saved.rules);
    if (!record) throw new Error("The link is damaged: it holds no game.");
    await this.open({ ...saved, line: record.line, paused: saved.paused || saved.line.length > 0 });
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
      game: record.game, rules, title: "", position: record.position, line: record.line,
      at: [], players: { S: human, N: human }, resigned: record.resigned, tags: record.tags, flipped: false, paused: true,
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
    if (keep) this.archive.keepRules(this.own.map(({ toml }) => toml));
    return game;
  }
  removeOwn(name: string): void {
    this.own = this.own.filter((game) => game.name !== name);
    this.archive.keepRules(this.own.map(({ toml }) => toml));
  }

  known(ref: GameRef): Game | undefined {
    return "rules" in ref
      ? this.own.find(({ toml }) => toml === ref.rules)
      : this.catalog.games.find(({ id }) => id === ref.game);
  }

  #leave(): void {
    const kept = this.archive.load(this.#id);
    if (kept && kept.saved.line.length === 0 && kept.saved.position === null) this.archive.remove(this.#id);
    this.#id = newId();
    this.hint = null;
    this.notice = "";
    this.report.clear();
    this.analyzer.forget();
    this.editor.on = false;
  }

  keep(): void {
    const ending = this.session.atEnd ? this.session.info?.ending : null;
    const known = this.archive.load(this.#id);
    const saved = this.session.save();
    const result = ending ? `${ending.result.S}–${ending.result.N}` : this.session.atEnd ? "" : (known?.result ?? "");
    // Looking through a game does not make it the last changed.
    const changed = JSON.stringify(known?.saved.line) !== JSON.stringify(saved.line);
    const time = changed || !known ? Date.now() : known.time;
    this.archive.keep({ id: this.#id, time, result, plies: t.mainLine(this.session.tree).length, saved });
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

  async askHint(threat: boolean): Promise<void> {
    const { session } = this;
    const { at } = session;
    if (this.hint?.threat === threat && this.hint.at === at) {
      this.hint = null;
      return;
    }
    try {
      const hint = await api.hint({ ...session.request(), threat });
      if (session.at === at) this.hint = { ...hint, threat, at };
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
