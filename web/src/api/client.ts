// What the page asks of the server. All rules, words and lists come from there.
import { readEvents } from "./events";
import { tokenHeader } from "./token";
import type { BriefTurn, Failure, Game, GivenRecord, Illegal, PlayAnswer, PlayedFields, Routes, Turn } from "./types";

// Which game a request is about: one of the server's, or the TOML text of one's own.
export type GameRef = { game: string } | { rules: string };
export const refOf = (game: Game): GameRef => (game.id === null ? { rules: game.toml } : { game: game.id });

// What is asked about a position: everything about the moves that can be played now.
export type Standing = PlayAnswer & { legal: Turn[]; illegal: Illegal[] };

// What the server answers instead of what was asked for; status 0: it does not answer at all.
export class ServerError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}
const askAgainAfter = 1000; // ms
const unreachable = () => new ServerError("The server cannot be reached.", 0);
// Whether asking again later may help: it is away, ends, or is busy.
export const passes = (error: unknown): boolean => error instanceof ServerError && (error.status === 0 || error.status >= 500);

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function send(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit =
    body === undefined
      ? { headers: tokenHeader() }
      : { method: "POST", headers: { "Content-Type": "application/json", ...tokenHeader() }, body: JSON.stringify(body) };
  if (signal) init.signal = signal;
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    throw isAbort(error) ? error : unreachable();
  }
  if (response.ok) return response;
  const failure: Failure | null = await response.json().catch(() => null);
  throw new ServerError(failure?.error ?? `The server answers ${response.status}.`, response.status);
}

type Asking = { [P in keyof Routes]: Routes[P] extends { answer: unknown } ? P : never }[keyof Routes];
type Streaming = { [P in keyof Routes]: Routes[P] extends { events: unknown } ? P : never }[keyof Routes];
type Request<P extends keyof Routes> = Routes[P] extends { request: infer R } ? R : undefined;
type Listeners<P extends Streaming> = {
  [E in Exclude<keyof Routes[P]["events"], "error">]: (data: Routes[P]["events"][E]) => void;
};

async function ask<P extends Asking>(path: P, body: Request<P>, signal?: AbortSignal): Promise<Routes[P]["answer"]> {
  const response = await send(path, body, signal);
  try {
    return await response.json();
  } catch (error) {
    throw isAbort(error) ? error : unreachable(); // it ended in the middle of its answer
  }
}

// Resolves as soon as the server answers again.
export async function serverBack(signal: AbortSignal): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, askAgainAfter));
    signal.throwIfAborted();
    try {
      await send("/api/games", undefined, signal);
      return;
    } catch (error) {
      if (isAbort(error) || !passes(error)) throw error;
    }
  }
}

// Calls `on[event]` with the data of each event until the stream ends or `signal` ends it.
async function follow<P extends Streaming>(path: P, body: Request<P>, on: Listeners<P>, signal: AbortSignal): Promise<void> {
  const response = await send(path, body, signal);
  if (!response.body) return;
  try {
    for await (const { event, data } of readEvents(response.body)) {
      if (signal.aborted) return;
      const value = JSON.parse(data);
      if (event === "error") throw new ServerError((value as Failure).error, 400);
      on[event as keyof Listeners<P>]?.(value);
    }
  } catch (error) {
    throw isAbort(error) || error instanceof ServerError ? error : unreachable();
  }
}

export const api = {
  games: () => ask("/api/games", undefined),
  game: (ref: GameRef) => ask("/api/game", ref).then(({ game }) => game),
  play: (played: PlayedFields) => ask("/api/play", { ...played, history: "none" }) as Promise<Standing>,
  round: (played: PlayedFields, most: number | null) => ask("/api/round", { ...played, most }),
  // Where each move of a game leads.
  follow: (played: PlayedFields) =>
    ask("/api/play", { ...played, legal: "none", history: "brief" }) as Promise<PlayAnswer & { history: BriefTurn[] }>,
  choose: (request: Request<"/api/choose">, signal: AbortSignal) => ask("/api/choose", request, signal),
  hint: (request: Request<"/api/hint">) => ask("/api/hint", request),
  lesson: (ref: GameRef) => ask("/api/lesson", ref).then(({ steps }) => steps),
  readOgn: (text: string, rules: string | null = null) => ask("/api/ogn/read", { text, rules }).then(({ records }) => records),
  writeOgn: (record: GivenRecord, rules: string | null = null) =>
    ask("/api/ogn/write", { records: [record], rules }).then(({ text }) => text),
  analyze: (request: Request<"/api/analyze">, on: Listeners<"/api/analyze">, signal: AbortSignal) =>
    follow("/api/analyze", request, on, signal),
  report: (request: Request<"/api/report">, on: Listeners<"/api/report">, signal: AbortSignal) =>
    follow("/api/report", request, on, signal),
};
