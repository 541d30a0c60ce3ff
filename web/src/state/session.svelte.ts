// The game on the board: its tree of moves, its players and result, and what the server says about its positions.
//
// The game is the line from the root to `live`. Moves elsewhere in the tree are explorations: they become variations
// and do not affect the game or its opponent. A study has no game, only variations.
//
// The session changes at once and never waits; the classes that drive it (navigation, opponent, exploration, play) do.
import { api, type GameRef, type PositionInfo } from "../api/client";
import { other, owner } from "../api/sides";
import type { Ending, Game, PlayedFields, Side, Turn } from "../api/types";
import { nicknameOf } from "../game/ladder";
import { playerName, type Saved } from "../game/saved";
import type { Series } from "../game/series";
import * as t from "../game/tree";
import { friendOf } from "../game/turns";
import { friend, human, isPerson } from "../game/who";
import { yourOpponent } from "../words/common";
import { Narrator } from "../words/narrator";
import { Clock } from "./clock.svelte";

// OGN's Termination tag of a forfeited game; a resignation has none.
const reasons: Record<string, PlayedFields["reason"]> = { "time forfeit": "time", "rules infraction": "illegal-move", abandoned: "crash" };
const timeForfeit = { Termination: "time forfeit" };

export interface GameSetup {
  game: Game;
  ref: GameRef;
  position: string | null;
  sameStart?: boolean; // keep the random start of `ref`; otherwise the game gets a new one
  players: Record<Side, string>;
  study?: boolean; // no game, only variations
  learner?: Side; // in an exercise: your side
  coach?: boolean; // against the computer: comments on your moves
  tags?: Record<string, string>;
  names?: Record<Side, string>; // of people
  series?: Series | undefined; // the match that the game belongs to
}

// Minutes per side and seconds added after each move.
export interface TimeControl {
  clock: number;
  increment: number;
}
export const untimed: TimeControl = { clock: 0, increment: 0 };
const unnamed = { S: "", N: "" };

// A move added to the tree, and how to remove it if the server does not confirm it.
export interface Added {
  id: number;
  undo: () => void;
}

export class Session {
  game: Game;
  ref: GameRef;
  position: string | null; // start position, if not the usual one
  players: Record<Side, string>;
  tags: Record<string, string>;
  tree: t.Tree;
  live = $state<number | null>(t.root); // last move of the game; null: a study
  result = $state.raw<Ending | null>(null); // of the game, once it is over
  liveMover = $state<Side | null>(null); // the player to move in the game; null: nobody, or not known yet
  resigned = $state<Side | null>(null); // the side that resigned or ran out of time
  paused = $state(false); // for games between computer players
  flipped = $state(false);
  learner = $state<Side | null>(null); // in an exercise: your side
  serial = $state(0); // incremented with every new game
  undone = $state.raw<number[]>([]); // for redo: values of `live` before moves were taken back
  aided = $state(false); // you had help in this game, so it does not count on the ladder
  names = $state.raw<Record<Side, string>>(unnamed); // of people; "" for none
  series = $state.raw<Series | undefined>();
  sent = $state<number | undefined>(); // turn by turn: `news` that both players have; -1: not even the start
  coached = $state(false); // the coach comments on your moves
  agreed = $state<number | null>(null); // the node of a repetition at which two people have agreed to end the game
  readonly clock = new Clock();

  #infos = new Map<number, PositionInfo>();
  #playedOn = new Set<number>(); // nodes of repetitions at which they did not

  constructor(setup: GameSetup) {
    this.game = $state.raw(setup.game);
    this.ref = $state.raw(setup.ref);
    this.position = $state(setup.position);
    this.players = $state({ ...setup.players });
    this.tags = $state.raw({});
    this.tree = $state.raw(t.emptyTree());
  }

  // --- queries ---

  get study(): boolean {
    return this.live === null;
  }
  // The end of the game, or of the main line of a study.
  get end(): number {
    return this.live ?? t.endOfLine(this.tree, t.root);
  }
  // Whether a node belongs to the game.
  inGame(id: number): boolean {
    return this.live !== null && t.pathTo(this.tree, this.live).some((node) => node.id === id);
  }
  get watching(): boolean {
    return this.players.S !== human && this.players.N !== human;
  }
  // Two people at one board.
  get together(): boolean {
    return !this.study && this.players.S === human && this.players.N === human;
  }
  // Your side in a game against the computer or a friend on another device.
  get you(): Side | null {
    if (this.study || (this.players.S === human) === (this.players.N === human)) return null;
    return this.players.S === human ? "S" : "N";
  }
  // The side that the page calls "you".
  get self(): Side | null {
    return this.you ?? this.learner;
  }
  // The side of the friend with whom you play turn by turn.
  get friend(): Side | null {
    return friendOf(this);
  }
  // Only games against the computer have a coach.
  get canCoach(): boolean {
    return this.you !== null && this.friend === null;
  }
  get words(): Narrator {
    const { you, learner, names, players } = this;
    if (learner !== null) return new Narrator(learner, { [other(learner)]: yourOpponent });
    if (you === null) return new Narrator(null, names);
    const side = other(you);
    return new Narrator(you, { [side]: names[side] || nicknameOf(players[side]) }, players[side] === friend);
  }
  // The number of moves in the game, plus one for a resignation.
  get news(): number {
    return this.plies + (this.resigned === null ? 0 : 1);
  }
  get plies(): number {
    return this.live === null ? 0 : t.movesTo(this.tree, this.live).length;
  }
  // Moves that a friend has received stay.
  get canTakeBack(): boolean {
    return this.plies > Math.max(0, this.sent ?? 0);
  }

  request(id: number): PlayedFields {
    return {
      ...this.ref, position: this.position, moves: t.movesTo(this.tree, id), ...(id === this.end ? this.#forfeit : {}),
      ...(this.#playedOn.has(id) ? { play_on: true } : {}),
    };
  }

  // --- positions ---

  // The position of a node with its legal moves.
  async infoOf(id: number): Promise<PositionInfo> {
    const known = this.#infos.get(id);
    if (known) return known;
    const infos = this.#infos; // another game may start before the answer arrives
    const info = await api.play(this.request(id));
    infos.set(id, info);
    return info;
  }
  learn(id: number, info: PositionInfo): void {
    this.#infos.set(id, info);
  }
  // A legal move from a node, if its position is known.
  turnFrom(id: number, move: string): Turn | null {
    return this.#infos.get(id)?.legal.find((turn) => turn.move === move) ?? null;
  }
  // The move to a node.
  turnTo(id: number): Turn | null {
    const { parent, move } = t.nodeOf(this.tree, id);
    return this.turnFrom(parent, move);
  }

  // --- starting, loading, saving ---

  reset(setup: GameSetup, time: TimeControl): void {
    this.#infos = new Map();
    this.#playedOn = new Set();
    this.agreed = null;
    this.game = setup.game;
    this.ref = setup.ref;
    this.position = setup.position;
    this.players = { ...setup.players };
    this.tags = setup.tags ?? {};
    this.tree = t.emptyTree();
    this.live = setup.study ? null : t.root;
    this.result = null;
    this.liveMover = null;
    this.resigned = null;
    this.paused = false;
    this.undone = [];
    this.aided = false;
    this.learner = setup.learner ?? null;
    this.setCoach(setup.coach ?? false);
    this.names = setup.names ?? unnamed;
    this.series = setup.series;
    this.sent = this.friend === null ? undefined : this.friend === setup.game.start.mover ? -1 : 0;
    this.clock.set(this.study || this.watching || this.friend ? 0 : time.clock, time.increment);
    this.flipped = this.you === "N";
    this.serial += 1;
  }

  // Returns the node to show.
  load(saved: Saved, game: Game): number {
    const ref: GameRef = saved.rules !== null ? { rules: saved.rules } : { game: saved.game ?? "" };
    const { position, players, tags, names, series } = saved;
    this.reset({ game, ref, position, players, study: saved.live === null, tags, ...(names && { names }), series }, untimed);
    this.sent = saved.sent;
    this.tree = t.fromLine(saved.line);
    this.resigned = saved.resigned;
    this.flipped = saved.flipped;
    this.clock.load(saved.clock);
    this.coached = saved.coach ?? false;
    this.aided = saved.aided ?? false;
    this.paused = this.watching;
    if (saved.live !== null) this.live = t.mainLine(this.tree)[saved.live - 1]?.id ?? t.root;
    if (saved.agreed) this.agreed = this.live;
    return t.find(this.tree, saved.at);
  }

  // `at`: the node on the board.
  save(at: number): Saved {
    return {
      game: "game" in this.ref ? this.ref.game : null,
      rules: "rules" in this.ref ? this.ref.rules : null,
      title: this.game.title,
      position: this.position,
      line: t.toLine(this.tree),
      live: this.live === null ? null : t.movesTo(this.tree, this.live).length,
      at: t.movesTo(this.tree, at),
      players: { ...this.players },
      resigned: this.resigned,
      tags: {
        ...this.tags,
        South: this.names.S || (this.tags.South ?? playerName(this, "S")), North: this.names.N || (this.tags.North ?? playerName(this, "N")),
      },
      flipped: this.flipped,
      clock: this.clock.save(),
      agreed: this.live !== null && this.agreed === this.live,
      aided: this.aided, coach: this.coached,
      ...((this.names.S || this.names.N) && { names: this.names }),
      ...(this.series && { series: this.series }),
      ...(this.sent !== undefined && { sent: this.sent }),
    };
  }

  // --- moves of the game ---

  // Adds a move to the game.
  extend(from: number, turn: Turn): Added {
    const { tree, live, undone } = this;
    this.forgetEnd();
    const grown = t.grow(tree, from, turn.move, turn.taken, true);
    this.tree = grown.tree;
    this.live = grown.id;
    this.undone = [];
    const timed = from !== t.root; // the clock starts after the first move
    if (timed) this.clock.moved(turn.mover);
    return {
      id: grown.id,
      undo: () => {
        Object.assign(this, { tree, live, undone });
        if (timed) this.clock.moved(turn.mover, -1);
      },
    };
  }
  // Adds a move outside the game.
  branch(from: number, turn: Turn): Added {
    const { tree } = this;
    const grown = t.grow(tree, from, turn.move, turn.taken);
    this.tree = grown.tree;
    return { id: grown.id, undo: () => (this.tree = tree) };
  }

  // Takes the game back to your last turn; the moves stay as a variation. Returns whether there was a move to take
  // back.
  takeBack(): boolean {
    if (this.live === null || !this.canTakeBack) return false;
    let node = t.nodeOf(this.tree, this.live);
    while (this.#byEngine(node)) node = t.nodeOf(this.tree, node.parent);
    if (node.parent < 0) return false;
    this.forgetEnd();
    this.aided = true;
    this.undone = [...this.undone, this.live];
    this.live = node.parent;
    return true;
  }
  // Whether a computer player made the move.
  #byEngine(node: t.Node): boolean {
    return !this.watching && node.parent >= 0 && !isPerson(this.players[owner(node.move)]);
  }
  // Returns whether there was something to redo.
  redo(): boolean {
    const to = this.undone.at(-1);
    if (to === undefined) return false;
    this.undone = this.undone.slice(0, -1);
    this.live = to;
    return true;
  }

  // The game continues from a node. Later moves become a variation.
  continueFrom(id: number): void {
    this.forgetEnd();
    this.aided = true;
    this.tree = t.promoteAll(this.tree, id);
    this.live = id;
    this.undone = [];
  }

  setPlayers(players: Record<Side, string>): void {
    if (this.live !== t.root) this.aided = true;
    this.players = { ...players };
    const { South: _, North: __, ...tags } = this.tags;
    if (!this.study) this.tags = tags; // they named the previous players
  }

  // A game with the coach does not count on the ladder.
  setCoach(on: boolean): void {
    this.coached = on && this.canCoach;
    if (this.coached && !this.result) this.aided = true;
  }

  // Ends the game by resignation or on time. Returns false if it is over already.
  giveUp(side: Side, onTime: boolean): boolean {
    if (this.live === null || this.result) return false;
    this.resigned = side;
    if (onTime) this.tags = { ...this.tags, ...timeForfeit };
    this.#infos.delete(this.live);
    return true;
  }
  // Whether two people are asked if the game ends at this repetition.
  get repeats(): boolean {
    return this.together && this.result?.may_play_on === true && this.agreed !== this.live;
  }
  endAtRepetition(): void {
    this.agreed = this.live;
  }
  playOn(): void {
    if (this.live === null) return;
    this.#playedOn.add(this.live);
    this.#infos.delete(this.live);
    this.forgetEnd();
  }

  get #forfeit(): Pick<PlayedFields, "resigned" | "reason"> {
    return this.resigned === null ? {} : { resigned: this.resigned, reason: reasons[this.tags.Termination ?? ""] ?? "resigned" };
  }

  // The game is not over after all: a move was taken back, or the line changed.
  forgetEnd(): void {
    this.result = null;
    if (this.resigned === null) return;
    const { reason } = this.#forfeit;
    if (reason === "time") this.clock.set(0); // the game continues without a clock
    if (reason !== "resigned") {
      const { Termination: _, ...tags } = this.tags;
      this.tags = tags;
    }
    this.resigned = null;
    this.#infos.delete(this.end);
  }
}
