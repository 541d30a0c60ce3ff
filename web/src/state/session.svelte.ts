// The game on the board: its tree of moves, where in it one is, who plays, and what the server says of the position.
//
// The game itself is the line from the root to `live`. Whoever looks elsewhere, or tries moves from there, explores: that
// makes variations and leaves the game and its opponent alone. A study has no game; everything in it is free.
import { api, isAbort, messageOf, passes, serverBack, type GameRef, type Standing } from "../api/client";
import { owner, sideName } from "../api/sides";
import type { Ending, Game, PlayedFields, Position, Side, Turn } from "../api/types";
import { BoardView } from "../board/view.svelte";
import type { Saved } from "../game/saved";
import * as t from "../game/tree";
import { pitOf } from "../game/move";
import { human, whoTitle } from "../game/who";
import type { Sound } from "../ui/sound";
import { Clock } from "./clock.svelte";
import type { Settings } from "./settings.svelte";

const timeForfeit = { Termination: "time forfeit" }; // the tag of a game that was lost by the clock

export interface Beginning {
  game: Game;
  ref: GameRef;
  position: string | null;
  players: Record<Side, string>;
  study?: boolean; // no game is on
  tags?: Record<string, string>;
}

export class Session {
  game: Game;
  ref: GameRef;
  position: string | null; // where the game begins, if not at the start
  players: Record<Side, string>;
  tags: Record<string, string>;
  tree: t.Tree;
  at = $state(t.root);
  live = $state<number | null>(t.root); // where the game stands; null: a study
  result = $state.raw<Ending | null>(null); // of the game
  now = $state.raw<Position | null>(null); // the position at `at`
  info = $state.raw<Standing | null>(null); // what the server says of it; null until it has
  resigned = $state<Side | null>(null); // at the end of the game
  paused = $state(false); // players that are watched wait
  flipped = $state(false);
  thinking = $state<Side | null>(null); // about the game, wherever one looks
  news = $state(false); // the game went on while one looked elsewhere
  underway = $state(true); // at first, and from leaving a position until the next one is on the board and the server has confirmed it
  error = $state("");
  said = $state(""); // what happened last, in the server's words
  serial = $state(0); // grows with every new game
  undone = $state.raw<number[]>([]); // where the game stood before moves were taken back, the last one last
  wanted = $state(t.root); // the node that is gone to, or `at`
  liveMover = $state<Side | null>(null); // who is to move in the game; null: nobody, or not known yet
  readonly clock = new Clock();
  view: BoardView;
  onMove: ((turn: Turn, from: number, done: Promise<unknown>) => void) | null = null;

  #infos = new Map<number, Standing>();
  #visits = 0; // the last of them counts
  #thought: AbortController | null = null;
  #again: () => void = () => this.go(this.at); // what failed last

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
    this.clock.onend = (side) => this.#giveUp(side, timeForfeit);
  }

  // --- what is asked about it ---

  get mover(): Side {
    return this.now?.mover ?? "S";
  }
  // Who moves as the board shows it: whoever sows, until that is done.
  get moverShown(): Side {
    return this.view.sower ?? this.mover;
  }
  get node(): t.Node {
    return t.nodeOf(this.tree, this.at);
  }
  get over(): boolean {
    return this.info?.ending != null;
  }
  get study(): boolean {
    return this.live === null;
  }
  get exploring(): boolean {
    return this.live !== null && this.at !== this.live;
  }
  // The end of the game, or of the main line of a study.
  get end(): number {
    return this.live ?? t.endOfLine(this.tree, t.root);
  }
  get atEnd(): boolean {
    return this.at === this.end;
  }
  // Whether a node is a move of the game.
  inGame(id: number): boolean {
    return this.live !== null && t.pathTo(this.tree, this.live).some((node) => node.id === id);
  }
  // Whether a person may move now, in the game or on the side.
  get yours(): boolean {
    if (this.info === null || this.over) return false;
    return this.study || this.exploring || this.players[this.mover] === human || (this.watching && this.paused);
  }
  get watching(): boolean {
    return this.players.S !== human && this.players.N !== human;
  }
  // Two people at one board.
  get together(): boolean {
    return !this.study && this.players.S === human && this.players.N === human;
  }
  // Whose time runs: from the first move on, and not while seeds are sown.
  get onClock(): Side | null {
    return this.clock.minutes === 0 || this.live === t.root || this.result || this.view.sowing ? null : this.liveMover;
  }
  // The side of the only person of the game, if there is one.
  get you(): Side | null {
    if (this.study || (this.players.S === human) === (this.players.N === human)) return null;
    return this.players.S === human ? "S" : "N";
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
    if (!this.info || this.over) return "";
    if (owner(pit) !== this.mover) return `It is ${sideName(this.mover)}'s turn: ${pit} is ${sideName(owner(pit))}'s pit.`;
    if (this.info.legal.some(({ move }) => pitOf(move) === pit)) return "";
    const nothing = `${pit} is ${this.game.closed.includes(pit) ? "closed in this round" : "empty"}`;
    const why = this.info.illegal.find(({ move }) => pitOf(move) === pit)?.text ?? nothing;
    return `${why}.`;
  }

  request(at: number = this.at): PlayedFields {
    return {
      ...this.ref, position: this.position, moves: t.movesTo(this.tree, at), resigned: at === this.end ? this.resigned : null,
    };
  }

  // --- beginning, keeping ---

  async begin(beginning: Beginning): Promise<void> {
    this.#reset(beginning, t.emptyTree());
    await this.visit(t.root);
  }

  // `onTree` is called as soon as the moves are there.
  async load(saved: Saved, game: Game, onTree: () => void): Promise<void> {
    const tree = t.fromLine(saved.line);
    const ref: GameRef = saved.rules !== null ? { rules: saved.rules } : { game: saved.game ?? "" };
    this.#reset({ game, ref, position: saved.position, players: saved.players, study: saved.live === null }, tree);
    this.tags = saved.tags;
    this.resigned = saved.resigned;
    this.flipped = saved.flipped;
    this.clock.load(saved.clock);
    this.paused = this.watching;
    if (saved.live !== null) this.live = t.mainLine(tree)[saved.live - 1]?.id ?? t.root;
    onTree();
    await this.visit(t.find(tree, saved.at));
    if (this.exploring) await this.#goOn();
  }

  save(): Saved {
    return {
      game: "game" in this.ref ? this.ref.game : null,
      rules: "rules" in this.ref ? this.ref.rules : null,
      title: this.game.title,
      position: this.position,
      line: t.toLine(this.tree),
      live: this.live === null ? null : t.movesTo(this.tree, this.live).length,
      at: t.movesTo(this.tree, this.at),
      players: { ...this.players },
      resigned: this.resigned,
      tags: {
        ...this.tags,
        South: this.tags.South ?? whoTitle(this.players.S), North: this.tags.North ?? whoTitle(this.players.N),
      },
      flipped: this.flipped,
      clock: this.clock.save(),
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
    this.tags = beginning.tags ?? {};
    this.tree = tree;
    this.at = t.root;
    this.wanted = t.root;
    this.live = beginning.study ? null : t.root;
    this.result = null;
    this.now = null;
    this.info = null;
    this.resigned = null;
    this.paused = false;
    this.news = false;
    this.undone = [];
    this.liveMover = null;
    this.clock.set(this.study || this.watching ? 0 : this.settings.clock);
    this.flipped = this.you === "N";
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
    this.wanted = id;
    this.underway = true;
    this.error = "";
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
      if (info.ending) await this.view.sweep(info, this.game.stores, turn ? this.settings.motion : 0);
      if (visit !== this.#visits) return true;
      if (turn && info.ending) this.sound.end(info.ending.winner === null || this.players[info.ending.winner] === human);
      if (id === this.live) {
        this.result = info.ending;
        this.news = false;
      }
      void this.#goOn();
      this.underway = false;
      return true;
    } catch (error) {
      if (visit !== this.#visits) return true;
      Object.assign(this, here);
      this.wanted = here.at;
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
    const end = info?.ending?.text;
    this.said = [this.lastTurn?.text, info?.decided, this.#outOfTime ? end?.replace(" resigns", "'s time is up") : end].filter(Boolean).join(" ");
  }

  async #infoOf(id: number): Promise<Standing> {
    const known = this.#infos.get(id);
    if (known) return known;
    const infos = this.#infos; // of this game, though another may begin before the answer comes
    const info = await api.play(this.request(id));
    infos.set(id, info);
    return info;
  }

  // Where a step leads from where one is going: presses that come fast are counted, none is lost.
  next(by: -1 | 1): number | undefined {
    const from = t.nodeOf(this.tree, this.wanted);
    if (by < 0) return from.parent >= 0 ? from.parent : undefined;
    return this.wanted === this.live ? undefined : from.children[0];
  }
  step(by: -1 | 1): void {
    const to = this.next(by);
    if (to !== undefined) void this.visit(to);
  }
  toStart(): void {
    void this.visit(t.root);
  }
  // The end of the game, or of the variation that is looked at.
  toEnd(): void {
    void this.visit(this.inGame(this.wanted) || this.wanted === t.root ? this.end : t.endOfLine(this.tree, this.wanted));
  }
  go(id: number): void {
    void this.visit(id);
  }

  // Back from exploring: to where the game stands, or in one that is over to where one left it.
  backToGame(): void {
    if (this.live === null) return;
    if (!this.result || this.inGame(this.at)) return this.go(this.live);
    const left = t.pathTo(this.tree, this.at).filter((node) => this.inGame(node.id)).at(-1);
    this.go(left?.id ?? t.root);
  }

  // Makes what is on the board the game; what was played instead stays as a variation.
  goOnFromHere(): void {
    this.#stopThinking();
    this.#forgetEnd();
    this.tree = t.promoteAll(this.tree, this.at);
    this.live = this.at;
    this.undone = [];
    void this.visit(this.at);
  }

  // Whether somebody other than a person made the move.
  #byEngine(node: t.Node): boolean {
    return !this.watching && node.parent >= 0 && this.players[owner(node.move)] !== human;
  }

  // Takes the game back to the person's last turn. What is taken back stays as a variation.
  undo(): void {
    if (this.live === null) return this.step(-1);
    let node = t.nodeOf(this.tree, this.live);
    while (this.#byEngine(node)) node = t.nodeOf(this.tree, node.parent);
    if (node.parent < 0) return;
    this.#forgetEnd();
    this.undone = [...this.undone, this.live];
    this.#stopThinking();
    this.live = node.parent;
    void this.visit(node.parent);
  }

  redo(): void {
    if (this.live === null) return this.step(1);
    const to = this.undone.at(-1);
    if (to === undefined) return;
    this.undone = this.undone.slice(0, -1);
    this.#stopThinking();
    this.live = to;
    void this.visit(to);
  }

  // --- moving ---

  // A person moves: in the game if it is their turn there, else on the side.
  async play(move: string): Promise<void> {
    const inGame = this.at === this.live && this.players[this.mover] === human;
    navigator.vibrate?.(12); // felt on a phone
    await (inGame ? this.#make(move) : this.explore(move));
  }

  // A move on the side, which the game knows nothing of.
  async explore(move: string): Promise<void> {
    const turn = this.info?.legal.find((legal) => legal.move === move);
    if (!turn) return;
    const { at: from, tree } = this;
    const grown = t.grow(tree, from, move, turn.taken);
    await this.#move(turn, grown, () => (this.tree = tree), () => void this.explore(move));
  }

  // A move of the game. The board shows where the game stands.
  async #make(move: string): Promise<void> {
    const turn = this.info?.legal.find((legal) => legal.move === move);
    if (!turn) return;
    const { at: from, tree, undone } = this;
    this.#forgetEnd();
    const grown = t.grow(tree, from, move, turn.taken, true);
    this.live = grown.id;
    this.undone = [];
    await this.#move(turn, grown, () => Object.assign(this, { tree, live: from, undone }), () => void this.play(move));
  }

  async #move(turn: Turn, grown: { tree: t.Tree; id: number }, takeBack: () => void, again: () => void): Promise<void> {
    const { at: from } = this;
    this.tree = grown.tree;
    const visited = this.visit(grown.id);
    this.onMove?.(turn, from, visited);
    if (await visited) return;
    // The server has not confirmed it: it was never made.
    takeBack();
    this.error = `${turn.move} was not played. ${this.error}`;
    this.#again = again;
  }

  tryAgain(): void {
    this.#again();
  }

  resign(): void {
    this.#giveUp(this.you ?? this.mover, {});
  }
  #giveUp(side: Side, tags: Record<string, string>): void {
    if (this.live === null || this.result) return;
    this.#stopThinking();
    this.resigned = side;
    this.tags = { ...this.tags, ...tags };
    this.#infos.delete(this.live);
    void this.visit(this.live);
  }
  get #outOfTime(): boolean {
    return this.resigned !== null && this.tags.Termination === timeForfeit.Termination;
  }

  #forgetEnd(): void {
    this.result = null;
    if (this.resigned === null) return;
    if (this.#outOfTime) {
      // Whoever goes on does so without a clock.
      const { Termination: _, ...tags } = this.tags;
      this.tags = tags;
      this.clock.set(0);
    }
    this.resigned = null;
    this.#infos.delete(this.end);
  }

  setPaused(paused: boolean): void {
    this.paused = paused;
    if (paused) return this.#stopThinking();
    if (this.exploring) this.go(this.end);
    else void this.#goOn();
  }

  setPlayers(players: Record<Side, string>): void {
    this.players = { ...players };
    const { South: _, North: __, ...tags } = this.tags;
    if (!this.study) this.tags = tags; // they named those who played before
    this.#stopThinking();
    void this.#goOn();
  }

  // Whoever is to move in the game and is no person thinks and moves, whatever the board shows meanwhile.
  async #goOn(): Promise<void> {
    const { live } = this;
    if (live === null || this.#thought || this.watching && this.paused) return;
    const thought = new AbortController();
    this.#thought = thought;
    let move: string | null = null;
    try {
      move = await this.#choice(live, thought.signal);
    } catch (error) {
      if (isAbort(error) || thought.signal.aborted) return;
      this.error = messageOf(error);
      this.#again = () => void this.#goOn();
    }
    if (thought.signal.aborted) return;
    this.#stopThinking();
    if (move === null) return;
    if (this.wanted === live) await this.#make(move);
    else await this.#makeUnseen(live, move);
  }

  // What the opponent plays in the game; null if it is over or a person's turn. A server that is away is waited for.
  async #choice(live: number, signal: AbortSignal): Promise<string | null> {
    for (;;) {
      try {
        const { ending, position: { mover } } = await this.#infoOf(live);
        if (signal.aborted) return null;
        if (this.live === live) {
          this.result = ending;
          this.liveMover = ending ? null : mover;
        }
        const who = this.players[mover];
        if (ending || who === human) return null;
        this.thinking = mover;
        const speed = this.settings.motion;
        const begun = performance.now();
        const { move } = await api.choose({ ...this.request(live), who }, signal);
        // Engines that watch each other leave the onlooker time to look.
        const pause = speed > 0 ? (this.watching ? 700 : 250) / speed : this.watching ? 60 : 0;
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, pause - (performance.now() - begun))));
        return move;
      } catch (error) {
        if (signal.aborted || !passes(error)) throw error;
        this.thinking = null;
        this.error = `${messageOf(error)} The game goes on by itself when it is back.`;
        await serverBack(signal);
        this.error = "";
      }
    }
  }

  // A move of the game while the board shows something else.
  async #makeUnseen(live: number, move: string): Promise<void> {
    const taken = this.#infos.get(live)?.legal.find((legal) => legal.move === move)?.taken ?? 0;
    const grown = t.grow(this.tree, live, move, taken, true);
    this.tree = grown.tree;
    this.live = grown.id;
    this.undone = [];
    this.news = true;
    await this.#goOn();
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
  // Only in a study: the main line of a game is what was played.
  promote(id: number): void {
    this.#forgetEnd();
    this.tree = t.promote(this.tree, id);
  }
  // Not a move of the game.
  remove(id: number): void {
    if (id === t.root || this.inGame(id)) return;
    if (this.study) this.#forgetEnd();
    const { parent } = t.nodeOf(this.tree, id);
    const inside = t.pathTo(this.tree, this.at).some((node) => node.id === id);
    if (inside) this.at = parent;
    this.undone = [];
    this.tree = t.prune(this.tree, id);
    if (inside) void this.visit(parent);
  }
}
