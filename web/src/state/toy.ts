// A tiny game and a server for it, for the tests of the state. South plays A or B, North a or b, and the game ends
// after `length` moves; South wins. Requests can be held back and made to fail, and the server can come back.
import { vi } from "vitest";
import { EngineError } from "sow-engine/routes";
import { api, type PositionInfo } from "../api/client";
import { engines } from "../api/engines.svelte";
import type { Ending, Game, PlayedFields, Position, Side, Turn } from "../api/types";
import { human } from "../game/who";
import type { Sound } from "../ui/sound";
import { Coach } from "./coach.svelte";
import { Exploration } from "./exploration.svelte";
import { Navigation } from "./navigation.svelte";
import { Notice } from "./notice.svelte";
import { Opponent } from "./opponent.svelte";
import { Play } from "./play.svelte";
import { Session, type GameSetup } from "./session.svelte";

const length = 6;

const position = (plies: number): Position =>
  ({ diagram: `after ${plies}`, mover: plies % 2 ? "N" : "S", pits: { S: [1, 1], N: [1, 1] }, stores: { S: plies, N: 0 } });

const turn = (move: string, plies: number): Turn => ({
  move, mover: plies % 2 ? "N" : "S", taken: 0, laps: 1, last: "A", again: false, passed: null, ends: plies + 1 === length,
  summary: {
    sown: 1, exchange: false, captured: [], resown: [], collected: [], given: [], removed: [], vanished: 0, owned: [], spared: false, cut: false,
  },
  trace: [], after: position(plies + 1),
});

function infoOf({ moves = [], resigned = null, play_on = false }: PlayedFields, repeatsAt: number): PositionInfo {
  const plies = moves?.length ?? 0;
  const repeats = plies === repeatsAt && !play_on;
  const over = plies >= length || resigned !== null || repeats;
  const winner: Side = resigned === "S" ? "N" : "S";
  const reason = resigned ? "resigned" : repeats ? "repetition" : "side-empty";
  const ending: Ending | null =
    over ? { reason, side: resigned ?? "N", count: 0, result: { S: 3, N: 1 }, winner, may_play_on: repeats && !resigned } : null;
  const legal = over ? [] : (plies % 2 ? ["a", "b"] : ["A", "B"]).map((move) => turn(move, plies));
  return { version: 1, start: position(0), position: position(plies), legal, illegal: [], ending, decided: null } as unknown as PositionInfo;
}

export const toyGame = {
  game: "toy", id: "toy", title: "Toy", rows: 2, pits: 2, pits_per_player: 2, seeds: 4, round: 0, random_start: null, has_stores: false, closed: [], labels: {},
  start: position(0), origin: "built-in",
} as unknown as Game;

export const setup = (players: Partial<Record<Side, string>> = {}, fields: Partial<GameSetup> = {}): GameSetup =>
  ({ game: toyGame, ref: { game: "toy" }, position: null, players: { S: human, N: human, ...players }, ...fields });

type Route = "play" | "choose" | "coach";

export class ToyServer {
  readonly log: string[] = []; // the requests: "play AaB", "choose A"
  repeatsAt = -1; // the number of moves after which the position repeats
  back = (): void => undefined; // ends the wait for a lost server
  #held = new Map<Route, (() => void)[]>();
  #failures = new Map<Route, Error>();

  constructor() {
    vi.spyOn(engines, "recover").mockImplementation((signal) => new Promise((resolve, reject) => {
      this.back = resolve;
      signal.addEventListener("abort", () => reject(signal.reason));
    }));
    vi.spyOn(api, "play").mockImplementation((request) => this.#answer("play", request, () => infoOf(request, this.repeatsAt)));
    vi.spyOn(api, "choose").mockImplementation((request, signal) => this.#answer("choose", request, () => {
      signal.throwIfAborted();
      return { version: 1, move: infoOf(request, this.repeatsAt).legal[0]!.move, seconds: 0 };
    }));
    // B loses three seeds.
    vi.spyOn(api, "coach").mockImplementation((request, signal) => this.#answer("coach", request, () => (signal.throwIfAborted(), { version: 1, moves: infoOf(request, this.repeatsAt).legal.map(({ move }) => {
      const bad = move === "B";
      return { move, loss: bad ? 3 : 0, proven_loss: 0, mark: bad ? "mistake" : null, flaw: bad ? "other" : null, allows: null, missed: 0 };
    }) })));
  }

  async #answer<T>(route: Route, { moves }: PlayedFields, answer: () => T): Promise<T> {
    this.log.push(`${route} ${(moves ?? []).join("")}`.trim());
    const held = this.#held.get(route);
    if (held) await new Promise<void>((resolve) => held.push(resolve));
    const failure = this.#failures.get(route);
    if (failure) throw failure;
    return answer();
  }

  // Answers of this route wait for release().
  hold(route: Route): void {
    this.#held.set(route, []);
  }
  async release(route: Route): Promise<void> {
    const held = this.#held.get(route) ?? [];
    this.#held.delete(route);
    for (const resolve of held) resolve();
    await settled();
  }
  fail(route: Route, status = 0): void {
    this.#failures.set(route, new EngineError(status, { error: "no server", field: null }));
  }
  recover(route: Route): void {
    this.#failures.delete(route);
  }
}

// Lets everything happen that does not wait for the server, including pauses of 0 ms before replies.
export async function settled(): Promise<void> {
  for (let i = 0; i < 5; ++i) await new Promise((resolve) => setTimeout(resolve, 0));
}

// The state that plays a game, without animations.
export function table(players: Partial<Record<Side, string>> = {}) {
  const silent = { event: () => undefined, turn: () => undefined, end: vi.fn() };
  const settings = { motion: 0, clock: 0, increment: 0, replyDelay: () => 0 };
  const session = new Session(setup(players));
  const nav = new Navigation(session, settings, silent as unknown as Sound);
  const exploration = new Exploration(session, nav);
  const opponent = new Opponent(session, nav, settings);
  const notice = new Notice();
  const coach = new Coach(session, nav);
  nav.onMove = (turn, from) => void coach.judge(turn, from);
  const play = new Play(session, nav, opponent, exploration, settings, notice);
  return { session, nav, exploration, opponent, play, notice, coach, sound: silent };
}
