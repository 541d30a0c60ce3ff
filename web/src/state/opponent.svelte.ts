// Lets computer players move when it is their turn, whatever the board shows.
//
// At most one thought is under way. Whatever changes the game stops it first, so that an answer which arrives later
// is dropped.
import { api, isAbort, isTransient, messageOf, serverBack, type PositionInfo } from "../api/client";
import type { Side, Turn } from "../api/types";
import { isPerson } from "../game/who";
import * as errors from "../words/errors";
import type { Navigation } from "./navigation.svelte";
import type { Session } from "./session.svelte";
import type { Settings } from "./settings.svelte";

interface Reply {
  turn: Turn;
  next: PositionInfo | null; // the position after the move, if the answer has it
}

export class Opponent {
  thinking = $state<Side | null>(null); // the side whose computer player is choosing a move
  news = $state(false); // a move was made in the game while the board showed something else
  #thought: AbortController | null = null;

  constructor(
    private readonly session: Session,
    private readonly nav: Navigation,
    private readonly settings: Pick<Settings, "replyDelay">,
  ) {}

  // Continues the game if a computer player is to move.
  async run(): Promise<void> {
    const { session, nav } = this;
    const { live } = session;
    if (nav.at === live) this.news = false;
    if (live === null || this.#thought || (session.watching && session.paused)) return;
    const thought = new AbortController();
    this.#thought = thought;
    let reply: Reply | null = null;
    try {
      reply = await this.#reply(live, thought.signal);
    } catch (error) {
      if (isAbort(error) || thought.signal.aborted) return;
      nav.fail(messageOf(error), () => void this.run());
    }
    if (thought.signal.aborted) return;
    this.stop();
    if (reply) await this.#make(live, reply);
  }

  stop(): void {
    this.#thought?.abort();
    this.#thought = null;
    this.thinking = null;
  }

  // The computer player's move; null if the game is over or it is a person's turn. Waits while the server is down.
  async #reply(live: number, signal: AbortSignal): Promise<Reply | null> {
    const { session, nav } = this;
    for (;;) {
      try {
        const { ending, position: { mover } } = await session.infoOf(live);
        if (signal.aborted) return null;
        session.liveMover = ending ? null : mover;
        session.result = ending;
        const player = session.players[mover];
        if (ending || isPerson(player)) return null;
        this.thinking = mover;
        const started = performance.now();
        const reply = await this.#ask(live, player, signal);
        const pause = this.settings.replyDelay(session.watching);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, pause - (performance.now() - started))));
        return reply;
      } catch (error) {
        if (signal.aborted || !isTransient(error)) throw error;
        this.thinking = null;
        nav.error = errors.gameWaits(messageOf(error));
        await serverBack(signal);
        nav.error = "";
      }
    }
  }

  async #ask(live: number, player: string, signal: AbortSignal): Promise<Reply | null> {
    const { move, next } = await api.choose({ ...this.session.request(live), player, play: true }, signal);
    const turn = this.session.turnFrom(live, move);
    return turn && { turn, next: (next as PositionInfo | undefined) ?? null };
  }

  // Makes the move on the board if it shows the game, otherwise unseen.
  async #make(live: number, { turn, next }: Reply): Promise<void> {
    const { session, nav } = this;
    const added = session.extend(live, turn);
    if (next) session.learn(added.id, next);
    if (nav.wanted === live) return nav.follow(turn, added, () => void this.run());
    this.news = true;
    await this.run();
  }
}
