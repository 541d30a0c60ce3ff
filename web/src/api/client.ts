// The API as the page uses it, whichever engine answers.
import type { RequestOf } from "sow-engine/routes";
import type { Listeners } from "./backend";
import { engines } from "./engines.svelte";
import type { BriefTurn, Game, GivenRecord, Illegal, PlayAnswer, PlayedFields, Turn } from "./types";

export { isAbort, isTransient, messageOf } from "./backend";

// The game of a request: the id of a known game, or the TOML text of a custom one.
export type GameRef = { game: string } | { rules: string };
export const refOf = (game: Game): GameRef => (game.id === null ? { rules: game.toml } : { game: game.id });

// A position with all legal and illegal moves.
export type PositionInfo = PlayAnswer & { legal: Turn[]; illegal: Illegal[] };

// Resolves when a request that failed because the server is down can be repeated.
export const serverBack = (signal: AbortSignal): Promise<void> => engines.recover(signal);

export const api = {
  games: () => engines.catalog(),
  game: (ref: GameRef) => engines.ask("/api/game", ref),
  play: (played: PlayedFields) => engines.ask("/api/play", { ...played, history: "none" }) as Promise<PositionInfo>,
  round: (played: PlayedFields, max_rounds: number | null) => engines.ask("/api/round", { ...played, max_rounds }),
  // The position after each move of a game.
  follow: (played: PlayedFields) =>
    engines.ask("/api/play", { ...played, legal: "none", history: "brief" }) as Promise<PlayAnswer & { history: BriefTurn[] }>,
  choose: (request: RequestOf<"/api/choose">, signal: AbortSignal) => engines.ask("/api/choose", request, signal),
  hint: (request: RequestOf<"/api/hint">) => engines.ask("/api/hint", request),
  lesson: (ref: GameRef) => engines.ask("/api/lesson", ref).then(({ steps }) => steps),
  coach: (played: PlayedFields, signal: AbortSignal) => engines.ask("/api/coach", played, signal),
  readOgn: (text: string, rules: string | null = null) => engines.ask("/api/ogn/read", { text, rules }).then(({ records }) => records),
  writeOgn: (record: GivenRecord, rules: string | null = null) =>
    engines.ask("/api/ogn/write", { records: [record], rules }).then(({ text }) => text),
  analyze: (request: RequestOf<"/api/analyze">, on: Listeners<"/api/analyze">, signal: AbortSignal) =>
    engines.follow("/api/analyze", request, on, signal),
  report: (request: RequestOf<"/api/report">, on: Listeners<"/api/report">, signal: AbortSignal) =>
    engines.follow("/api/report", request, on, signal),
};
