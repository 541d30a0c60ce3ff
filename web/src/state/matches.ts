// The next game: a first one, a rematch, a ladder opponent, the next round of a match.
import { api, messageOf, refOf } from "../api/client";
import { swapped } from "../api/sides";
import type { Game, RoundAnswer, Side } from "../api/types";
import { meetings, nextLevel, sideAgainst, starsEarned } from "../game/ladder";
import { gameKey } from "../game/saved";
import { newSeries, type Series } from "../game/series";
import { nextId } from "../game/turns";
import { human, isPerson } from "../game/who";
import type { Games } from "./games.svelte";
import type { Library } from "./library.svelte";
import type { Notice } from "./notice.svelte";
import type { GameSetup, Session } from "./session.svelte";
import type { Settings } from "./settings.svelte";

const easiest = "engine:level=1";

export class Matches {
  constructor(
    private readonly session: Session,
    private readonly library: Library,
    private readonly settings: Settings,
    private readonly notice: Notice,
  ) {}

  // Shows why a game could not be started.
  async #tell(started: Promise<void>): Promise<void> {
    await started.catch((error) => (this.notice.text = messageOf(error)));
  }

  // The game after a lesson, against the easiest opponent and with the coach.
  first(game: Game): Promise<void> {
    return this.library.newGame({ game, ref: refOf(game), position: null, players: { S: human, N: easiest }, coach: true });
  }

  // The same game again, with sides swapped or against another opponent.
  async rematch(change: { swap?: boolean; opponent?: string } = {}): Promise<void> {
    const { game, ref, position, names, series } = this.session;
    const { S, N } = this.session.players;
    const changed = (who: string) => (isPerson(who) ? who : (change.opponent ?? who));
    const players = change.swap ? { S: N, N: S } : { S: changed(S), N: changed(N) };
    if (!this.session.study) this.settings.remember(players);
    await this.#tell(this.library.newGame({
      game, ref, position, sameStart: change.swap === true, players, tags: this.#tags(), names: change.swap ? swapped(names) : names, series: series && newSeries(series.games),
      coach: this.session.coached,
    }));
  }

  // --- a match of several games ---

  // The next game of the match, if there is one. On two devices it has the same id. Each random start is played twice,
  // with sides swapped.
  async nextGame(next: Series): Promise<void> {
    const { game, ref, position, names, players, friend } = this.session;
    const id = friend ? nextId(this.library.currentId) : undefined;
    const kept = id && (await this.library.archive.load(id));
    if (kept) return this.#tell(this.library.open(kept.saved, id));
    const sameStart = next.game % 2 === 0;
    await this.#tell(this.library.newGame({ game, ref, position, sameStart, players: swapped(players), names: swapped(names), series: next, tags: this.#tags(), coach: this.session.coached }, false, id));
  }

  // --- the ladder ---

  // A game against a ladder opponent.
  async challenge(game: Game, who: string): Promise<void> {
    const ref = refOf(game);
    const side = sideAgainst(meetings(await this.library.archive.ladder(), gameKey({ game: null, rules: null, ...ref })), who);
    const players = side === "S" ? { S: human, N: who } : { S: who, N: human };
    await this.#tell(this.library.newGame({ game, ref, position: null, players }));
  }
  // What the finished game has earned; null if the opponent is not on the ladder.
  async ladderResult(): Promise<ReturnType<typeof starsEarned>> {
    return starsEarned(await this.library.ladder(), this.library.currentId);
  }

  // Whether the opponent has become too easy or is too hard.
  async nextLevel(): Promise<ReturnType<typeof nextLevel>> {
    this.library.save();
    const last = this.library.lastSaved;
    return last && nextLevel(await this.library.archive.list(), last);
  }

  // --- rounds ---

  // The round number and the number of rounds are saved with the game.
  #tags(): Record<string, string> {
    const { Round, Rounds } = this.session.tags;
    return { ...(Round && { Round }), ...(Rounds && { Rounds }) };
  }
  // The result of the finished round, and the next one.
  endRound(): Promise<RoundAnswer> {
    const { session } = this;
    return api.round(session.request(session.end), Number(session.tags.Rounds) || null);
  }
  async nextRound({ game: id, position }: NonNullable<RoundAnswer["next"]>): Promise<void> {
    try {
      const ref = { game: id };
      const game = await api.game(ref);
      const tags = { ...this.#tags(), Round: String(game.round) };
      const { players, names, friend } = this.session;
      await this.library.newGame({ game, ref, position, sameStart: true, players: { ...players }, names, tags, coach: this.session.coached }, false, friend ? nextId(this.library.currentId) : undefined);
    } catch (error) {
      this.notice.text = messageOf(error);
    }
  }
}

// The players of the last game; for newcomers, the easiest opponent.
export const lastPlayers = (settings: Settings): Record<Side, string> => settings.players ?? { S: human, N: easiest };

export const defaultSetup = (games: Games, settings: Settings): GameSetup =>
  ({ game: games.usual, ref: refOf(games.usual), position: null, players: lastPlayers(settings) });
