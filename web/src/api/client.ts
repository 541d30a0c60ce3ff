// What the page asks of the server. All rules, words and lists come from there.
import { readEvents } from "./events";
import type {
  Analysis, Catalog, Game, GameRecord, GameRef, Hint, PlayAnswer, Played, ReportEnd, ReportPly,
} from "./types";

export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly field: string | null = null,
  ) {
    super(message);
  }
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function send(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  if (signal) init.signal = signal;
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError("The server cannot be reached.", 0);
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw new ApiError(answer?.error ?? `The server answers ${response.status}.`, response.status, answer?.field ?? null);
}

async function ask<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  return (await send(path, body, signal)).json() as Promise<T>;
}

// Calls `on[event]` with the data of each event until the stream ends or `signal` ends it.
async function follow(
  path: string,
  body: unknown,
  on: Record<string, (data: never) => void>,
  signal: AbortSignal,
): Promise<void> {
  const response = await send(path, body, signal);
  if (!response.body) return;
  for await (const { event, data } of readEvents(response.body)) {
    if (signal.aborted) return;
    const value = JSON.parse(data);
    if (event === "error") throw new ApiError(value.error, response.status, value.field);
    on[event]?.(value as never);
  }
}

export const api = {
  games: () => ask<Catalog>("/api/games"),
  game: (ref: GameRef) => ask<{ game: Game }>("/api/game", ref).then((answer) => answer.game),
  play: (played: Played) => ask<PlayAnswer>("/api/play", { ...played, history: "none" }),
  choose: (request: Played & { who: string; seed?: number }, signal: AbortSignal) =>
    ask<{ move: string }>("/api/choose", request, signal),
  hint: (request: Played & { threat?: boolean }) => ask<Hint>("/api/hint", request),
  readOgn: (text: string, rules: string | null = null) =>
    ask<{ records: GameRecord[] }>("/api/ogn/read", { text, rules }).then((answer) => answer.records),
  writeOgn: (record: GameRecord, rules: string | null = null) =>
    ask<{ text: string }>("/api/ogn/write", { records: [record], rules }).then((answer) => answer.text),
  analyze: (
    request: Played & { time?: number; threat?: boolean },
    on: { analysis: (analysis: Analysis) => void; wait: (queue: { ahead: number }) => void },
    signal: AbortSignal,
  ) => follow("/api/analyze", request, on, signal),
  report: (
    request: Played & { time?: number },
    on: {
      ply: (ply: ReportPly) => void;
      report: (end: ReportEnd) => void;
      wait: (queue: { ahead: number }) => void;
    },
    signal: AbortSignal,
  ) => follow("/api/report", request, on, signal),
};

