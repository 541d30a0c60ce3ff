// The game on the board: its tree of moves, where in it one is, who plays, and what the server says of the position.
import { api, isAbort, messageOf, type GameRef, type Standing } from "../api/client";
import { other, owner, sideName } from "../api/sides";
import type { Game, PlayedFields, Position, Side, Turn } from "../api/types";
import { BoardView } from "../board/view.svelte";
import type { Saved } from "../game/saved";
import * as t from "../game/tree";
import { human } from "../game/who";
import type { Sound } from "../ui/sound";
import type { Settings } from "./settings.svelte";

export interface Beginning {
  game: Game;
  ref: GameRef;
  position: string | null;
  players: Record<Side, string>;
}

export class Session {
  game: Game;
  ref: GameRef;
  position: string | null; // where the game begins, if not at the start
  players: Record<Side, string>;
  tags: Record<string, string>;
  tree: t.Tree;
  at = $state(t.root);
  now = $state.raw<Position | null>(null); // the position at `at`
  info = $state.raw<Standing | null>(null); // what the server says of it; null until it has
  resigned = $state<Side | null>(null); // at the end of the main line
  paused = $state(false); // only the person moves, for both sides
  flipped = $state(false);
  thinking = $state<Side | null>(null);
  underway = $state(false); // from leaving a position until the next one is on the board and the server has confirmed it
  error = $state("");
  said = $state(""); // what happened last, in the server's words
  serial = $state(0); // grows with every new game
  view: BoardView;
  onMove: ((turn: Turn, from: number) => void) | null = null;

  #infos = new Map<number, Standing>();
  #visits = 0; // the last of them counts
  #thought: AbortController | null = null;
  #again: () => void = () => this.go(this.at); // what failed last
  #replacing = false; // the next move replaces what was taken back

  constructor(
    beginning: Beginning,
    private readonly settings: Settings,
    private readonly sound: Sound,
  ) {
    this.game = $state.raw(beginning.game);
    this.ref = $state.raw(beginning.ref);
    this.position = $state(beginning.position);
    this.players = $state({ ...beginning.players });
    this.tags = $state.raw({});
    this.tree = $state.raw(t.emptyTree());
    this.view = new BoardView(beginning.game.start, sound);
  }

  // --- what is asked about it ---

  get mover(): Side {
    return this.now?.mover ?? "S";
  }
  get node(): t.Node {
    return t.nodeOf(this.tree, this.at);
  }
  get over(): boolean {
    return this.info?.ending != null;
  }
  // Whether a person may move now.
  get yours(): boolean {
    return this.info !== null && !this.over && (this.paused || this.players[this.mover] === human);
  }
  get watching(): boolean {
    return this.players.S !== human && this.players.N !== human;
  }
  get atEnd(): boolean {
    return this.at === t.endOfLine(this.tree, t.root);
  }
  get lastTurn(): Turn | null {
    return this.#turnTo(this.at);
  }
  // What leads to a node, if the server has told.
  #turnTo(id: number): Turn | null {
    const { parent, move } = t.nodeOf(this.tree, id);
    return this.#infos.get(parent)?.legal.find((turn) => turn.move === move) ?? null;
  }
  // Why a pit cannot be sown now; "" if it can.
  whyNot(pit: string): string {
    if (this.info?.legal.some(({ move }) => move === pit)) return "";
    return this.info?.illegal.find(({ move }) => move === pit)?.text ?? `${this.game.labels[pit] ?? pit} is empty.`;
  }

  request(at: number = this.at): PlayedFields {
    const last = at === t.endOfLine(this.tree, t.root);
    return { ...this.ref, position: this.position, moves: t.movesTo(this.tree, at), resigned: last ? this.resigned : null };
  }

  // --- beginning, keeping ---

  async begin(beginning: Beginning): Promise<void> {
    this.#reset(beginning, t.emptyTree());
    await this.visit(t.root);
  }

  async load(saved: Saved, game: Game): Promise<void> {
    const tree = t.fromLine(saved.line);
    const ref: GameRef = saved.rules !== null ? { rules: saved.rules } : { game: saved.game ?? "" };
    this.#reset({ game, ref, position: saved.position, players: saved.players }, tree);
    this.tags = saved.tags;
    this.resigned = saved.resigned;
    this.flipped = saved.flipped;
    this.paused = saved.paused;
    let at = t.root;
    for (const move of saved.at) at = t.childBy(tree, at, move) ?? at;
    await this.visit(at);
  }

  save(): Saved {
    return {
      game: "game" in this.ref ? this.ref.game : null,
      rules: "rules" in this.ref ? this.ref.rules : null,
      title: this.game.title,
      position: this.position,
      line: t.toLine(this.tree),
      at: t.movesTo(this.tree, this.at),
      players: { ...this.players },
      resigned: this.resigned,
      tags: { ...this.tags, South: this.tags.South ?? this.players.S, North: this.tags.North ?? this.players.N },
      flipped: this.flipped,
      paused: this.paused,
    };
  }

  #reset(beginning: Beginning, tree: t.Tree): void {
    this.#stopThinking();
    this.view.skip();
    this.#infos = new Map();
    this.game = beginning.game;
    this.ref = beginning.ref;
    this.position = beginning.position;
    this.players = { ...beginning.players };
    this.tags = {};
    this.tree = tree;
    this.at = t.root;
    this.now = null;
    this.info = null;
    this.resigned = null;
    this.paused = false;
    this.flipped = beginning.players.S !== human && beginning.players.N === human;
    this.#replacing = false;
    this.said = "";
    this.serial += 1;
  }

  // --- going about in the tree ---

  // Whether it got there, or somebody wanted to go elsewhere in the meantime.
  async visit(id: number): Promise<boolean> {
    const visit = ++this.#visits;
    const here = { at: this.at, now: this.now, info: this.info, said: this.said };
    const { parent } = t.nodeOf(this.tree, id);
    // A move from here is one the server has told: it is sown at once, and the answer confirms it.
    const turn = parent === here.at && here.info ? this.#turnTo(id) : null;
    this.underway = true;
    this.error = "";
    this.#stopThinking();
    this.view.skip();
    const asked = this.#infoOf(id);
    try {
      if (turn) this.#stand(id, turn.after, null);
      const sown = turn && here.now ? this.view.sow(turn, here.now, this.settings.motion) : null;
      // What led here, in words and events, is told by the position before it.
      const [info] = await Promise.all([asked, parent >= 0 ? this.#infoOf(parent) : null]);
      if (visit !== this.#visits) return true;
      this.#stand(id, info.position, info);
      await sown;
      if (visit !== this.#visits) return true;
      this.view.show(info.position);
      if (turn && info.ending) this.sound.end(info.ending.winner === null || this.players[info.ending.winner] === human);
      void this.#goOn();
      this.underway = false;
      return true;
    } catch (error) {
      if (visit !== this.#visits) return true;
      Object.assign(this, here);
      if (here.now) this.view.show(here.now);
      this.error = messageOf(error);
      this.#again = () => this.go(id);
      this.underway = false;
      return false;
    }
  }

  #stand(id: number, position: Position, info: Standing | null): void {
    this.at = id;
    this.now = position;
    this.info = info;
    this.said = [this.lastTurn?.text, info?.decided, info?.ending?.text].filter(Boolean).join(" ");
  }

  async #infoOf(id: number): Promise<Standing> {
    const known = this.#infos.get(id);
    if (known) return known;
    const infos = this.#infos; // of this game, though another may begin before the answer comes
    const info = await api.play(this.request(id));
    infos.set(id, info);
    return info;
  }

  step(by: -1 | 1): void {
    this.#replacing = false;
    const to = by < 0 ? this.node.parent : this.node.children[0];
    if (to !== undefined && to >= 0) void this.visit(to);
  }
  toStart(): void {
    this.#replacing = false;
    void this.visit(t.root);
  }
  toEnd(): void {
    this.#replacing = false;
    void this.visit(t.endOfLine(this.tree, this.at));
  }
  go(id: number): void {
    this.#replacing = false;
    void this.visit(id);
  }

  // Whether somebody other than a person made the move.
  #byEngine(node: t.Node): boolean {
    return !this.paused && !this.watching && node.parent >= 0 && this.players[owner(node.move)] !== human;
  }

  // Takes back to the person's last turn. What is taken back stays as a variation.
  undo(): void {
    if (this.at === t.root) return;
    let node = this.node;
    while (this.#byEngine(node)) node = t.nodeOf(this.tree, node.parent);
    if (node.parent < 0) return;
    this.clearResignation();
    this.#replacing = true;
    void this.visit(node.parent);
  }

  redo(): void {
    let id = this.node.children[0];
    if (id === undefined) return;
    for (let next = t.nodeOf(this.tree, id).children[0]; next !== undefined; next = t.nodeOf(this.tree, next).children[0]) {
      if (!this.#byEngine(t.nodeOf(this.tree, next))) break;
      id = next;
    }
    void this.visit(id);
  }

  // --- moving ---

  async play(move: string): Promise<void> {
    const turn = this.info?.legal.find((legal) => legal.move === move);
    if (!turn) return;
    const { at: from, tree } = this;
    const replacing = this.#replacing;
    const fresh = t.childBy(tree, from, move) === undefined;
    if (fresh && this.atEnd) this.clearResignation();
    const grown = t.grow(tree, from, move, turn.taken, replacing);
    this.#replacing = false;
    this.tree = grown.tree;
    const visited = this.visit(grown.id);
    this.onMove?.(turn, from);
    if (await visited) return;
    // The server has not confirmed it: it was never made.
    this.tree = tree;
    this.#replacing = replacing;
    this.error = `${turn.move} was not played. ${this.error}`;
    this.#again = () => void this.play(move);
  }

  tryAgain(): void {
    this.#again();
  }

  resign(): void {
    if (!this.atEnd || this.over) return;
    this.#stopThinking();
    const loser = this.yours ? this.mover : other(this.mover);
    this.resigned = loser;
    this.#infos.delete(this.at);
    this.said = `${sideName(loser)} resigns.`;
    void this.visit(this.at);
  }

  clearResignation(): void {
    if (this.resigned === null) return;
    this.resigned = null;
    this.#infos.delete(t.endOfLine(this.tree, t.root));
  }

  setPaused(paused: boolean): void {
    this.paused = paused;
    if (paused) this.#stopThinking();
    else if (this.node.children.length > 0) this.toEnd();
    else void this.#goOn();
  }

  setPlayers(players: Record<Side, string>): void {
    this.players = { ...players };
    this.#stopThinking();
    void this.#goOn();
  }

  // Whoever is to move and is no person moves, at the end of a line.
  async #goOn(): Promise<void> {
    const who = this.players[this.mover];
    if (!this.info || this.over || this.paused || who === human || this.node.children.length > 0) return;
    const thought = new AbortController();
    this.#thought = thought;
    this.thinking = this.mover;
    const speed = this.settings.motion;
    const begun = performance.now();
    try {
      const { move } = await api.choose({ ...this.request(), who }, thought.signal);
      // Engines that watch each other leave the onlooker time to look.
      const pause = speed > 0 ? (this.watching ? 700 : 250) / speed : this.watching ? 60 : 0;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, pause - (performance.now() - begun))));
      if (thought.signal.aborted) return;
      this.thinking = null;
      await this.play(move);
    } catch (error) {
      if (isAbort(error) || thought.signal.aborted) return;
      this.thinking = null;
      this.paused = true;
      this.error = messageOf(error);
    }
  }

  #stopThinking(): void {
    this.#thought?.abort();
    this.#thought = null;
    this.thinking = null;
  }

  // --- writing in it ---

  comment(id: number, text: string): void {
    this.tree = t.withComment(this.tree, id, text);
  }
  promote(id: number): void {
    this.clearResignation();
    this.tree = t.promote(this.tree, id);
  }
  remove(id: number): void {
    if (id === t.root) return;
    this.clearResignation();
    const { parent } = t.nodeOf(this.tree, id);
    const inside = t.pathTo(this.tree, this.at).some((node) => node.id === id);
    if (inside) {
      this.paused = true; // or the engine would move at once
      this.at = parent;
    }
    this.tree = t.prune(this.tree, id);
    if (inside) void this.visit(parent);
  }
}
