// The engine as an object with typed methods. Requests and answers are those of the HTTP API (docs/api.md).
import { Channel, type Options, type Request } from "./channel.js";
import type { Platform } from "./platform.js";
import { EngineError, isRulesPath, type AnswerOf, type PlainPath, type RequestOf, type StreamEvent, type StreamPath } from "./routes.js";
import type { AnalysisEvent, AnalyzeRequest, DatabaseAnswer, Failure, ReportEnd, ReportPly } from "./types.js";

export interface EngineOptions {
  wasm?: string | URL | WebAssembly.Module; // (default: sow.wasm next to the package's script)
  script?: string | URL; // the loader that emscripten generates (default: sow.mjs next to the package's script)
  cache?: string | null; // IndexedDB database that keeps endgame databases (default: "sow-engine"); null: keep none
}
export interface CallOptions {
  signal?: AbortSignal | undefined;
}

export interface BuiltDatabase {
  seeds: number; // the highest level
  complete: boolean; // false if it was stopped
}

type Solution = Extract<StreamEvent<"/api/solve">, { event: "analysis" }>["data"];

const defaultTime = 5000; // ms, of an analysis without a limit

// Compiles the module and starts the workers.
export async function startEngine(platform: Platform, options: EngineOptions): Promise<Engine> {
  const { wasm = platform.wasm, script = platform.script, cache = "sow-engine" } = options;
  const module = wasm instanceof WebAssembly.Module ? wasm : await platform.compile(String(wasm));
  return new Engine(platform, { module, script: String(script), cache });
}

function post(path: string, body: unknown): Request {
  return { method: "POST", path, body: JSON.stringify(body ?? {}) };
}

export class Engine {
  #rules: Channel;
  #search: Channel;

  constructor(platform: Platform, start: { module: WebAssembly.Module; script: string; cache: string | null }) {
    this.#rules = new Channel(platform, { ...start, cache: null });
    this.#search = new Channel(platform, start);
    this.#rules.wake(() => this.#search.wake()); // one after the other: the rules are needed first
  }

  // Stops everything and ends the workers. Requests in progress fail.
  close(): void {
    this.#rules.close();
    this.#search.close();
  }

  // A request by its path. The methods below are easier to use.
  ask<P extends PlainPath>(path: P, body: RequestOf<P>, { signal }: CallOptions = {}): Promise<AnswerOf<P>> {
    const request: Request = body === undefined ? { method: "GET", path, body: "" } : post(path, body);
    return this.#send(path, request, { signal, urgent: true }) as Promise<AnswerOf<P>>;
  }

  // The events of a request by its path. Leaving the loop stops the search.
  async *stream<P extends StreamPath>(path: P, body: RequestOf<P>, { signal }: CallOptions = {}): AsyncGenerator<StreamEvent<P>, void> {
    const events: StreamEvent<P>[] = [];
    let wake = () => {};
    const control = new AbortController();
    const abort = () => control.abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
    let failure: EngineError | null = null;
    const onEvent = (event: string, data: unknown) => {
      if (event === "error") failure = new EngineError(400, data as Failure);
      else events.push({ event, data } as StreamEvent<P>);
      wake();
    };
    let ended = false;
    const end = this.#send(path, post(path, body), { signal: control.signal, onEvent, ...interruption(path, body) })
      .finally(() => ((ended = true), wake()));
    end.catch(() => undefined); // reported below
    try {
      for (;;) {
        while (events.length > 0) yield events.shift()!;
        if (ended) break;
        await new Promise<void>((resolve) => (wake = resolve));
      }
      await end;
      if (failure) throw failure;
    } finally {
      signal?.removeEventListener("abort", abort);
      control.abort();
    }
  }

  #send(path: string, request: Request, options: Options): Promise<unknown> {
    return (isRulesPath(path) ? this.#rules : this.#search).send(request, options);
  }

  // All games with their rules, the kinds of players, and the limits of requests.
  games(options?: CallOptions): Promise<AnswerOf<"/api/games">> {
    return this.ask("/api/games", undefined, options);
  }
  // One game: with other sizes, or with custom rules.
  game(request: RequestOf<"/api/game">, options?: CallOptions): Promise<AnswerOf<"/api/game">> {
    return this.ask("/api/game", request, options);
  }
  // The position after some moves, with the legal moves and what each of them does.
  play(request: RequestOf<"/api/play">, options?: CallOptions): Promise<AnswerOf<"/api/play">> {
    return this.ask("/api/play", request, options);
  }
  // The position and the legal moves in brief.
  moves(request: RequestOf<"/api/moves">, options?: CallOptions): Promise<AnswerOf<"/api/moves">> {
    return this.ask("/api/moves", request, options);
  }
  // The result of a round and the next one.
  round(request: RequestOf<"/api/round">, options?: CallOptions): Promise<AnswerOf<"/api/round">> {
    return this.ask("/api/round", request, options);
  }
  // The move of a player, for example "engine:level=3".
  choose(request: RequestOf<"/api/choose">, options?: CallOptions): Promise<AnswerOf<"/api/choose">> {
    return this.ask("/api/choose", request, options);
  }
  // The best move and the reasons for it.
  hint(request: RequestOf<"/api/hint">, options?: CallOptions): Promise<AnswerOf<"/api/hint">> {
    return this.ask("/api/hint", request, options);
  }
  lesson(request: RequestOf<"/api/lesson">, options?: CallOptions): Promise<AnswerOf<"/api/lesson">> {
    return this.ask("/api/lesson", request, options);
  }
  // What each legal move would cost, and why.
  coach(request: RequestOf<"/api/coach">, options?: CallOptions): Promise<AnswerOf<"/api/coach">> {
    return this.ask("/api/coach", request, options);
  }
  readOgn(request: RequestOf<"/api/ogn/read">, options?: CallOptions): Promise<AnswerOf<"/api/ogn/read">> {
    return this.ask("/api/ogn/read", request, options);
  }
  writeOgn(request: RequestOf<"/api/ogn/write">, options?: CallOptions): Promise<AnswerOf<"/api/ogn/write">> {
    return this.ask("/api/ogn/write", request, options);
  }
  // Probes the endgame databases. Fails with status 404 if none covers the position.
  probe({ game, position }: { game: string; position?: string }, { signal }: CallOptions = {}): Promise<DatabaseAnswer> {
    const query = new URLSearchParams({ game, ...(position !== undefined && { position }) });
    const request: Request = { method: "GET", path: `/api/db?${query}`, body: "" };
    return this.#send("/api/db", request, { signal, urgent: true }) as Promise<DatabaseAnswer>;
  }

  // Scores of all moves, one event per completed depth. The last event has `done: true`.
  async *analyze(request: AnalyzeRequest, options?: CallOptions): AsyncGenerator<AnalysisEvent, void> {
    for await (const { event, data } of this.stream("/api/analyze", request, options)) if (event === "analysis") yield data;
  }
  // Solves the position. `complete` of the answer is false if a limit ended the search first.
  async solve(request: RequestOf<"/api/solve">, options?: CallOptions): Promise<Solution> {
    let last: Solution | undefined;
    for await (const { event, data } of this.stream("/api/solve", request, options)) if (event === "analysis") last = data;
    if (!last) throw new Error("the solver has no result");
    return last;
  }
  // Builds the small endgame database of a built-in game and keeps it. Any other search stops it; the finished part
  // stays, and the next call builds the rest.
  buildDatabase(game: string, { signal }: CallOptions = {}): Promise<BuiltDatabase> {
    return this.#search.send({ method: "BUILD", path: game, body: "" }, { signal, background: true }) as Promise<BuiltDatabase>;
  }
  // What each move of a game cost, one event per ply; then the summary, which has `done: true`.
  async *report(request: RequestOf<"/api/report">, options?: CallOptions): AsyncGenerator<ReportPly | ReportEnd, void> {
    for await (const { event, data } of this.stream("/api/report", request, options)) if (event !== "wait") yield data;
  }
}

// An analysis gives way to urgent requests. One limited by time continues with the time left and the table that it has
// filled. One limited by depth or nodes starts over, since its result must not depend on interruptions.
function interruption(path: string, body: unknown): Pick<Options, "resume"> {
  if (path !== "/api/analyze") return {};
  const request = body as AnalyzeRequest;
  const isTimed = request.depth == null && request.nodes == null;
  let time = request.time ?? defaultTime;
  let deepest = 0;
  return {
    resume: {
      kind: (data) => {
        const { done, ended, depth } = data as AnalysisEvent & { ended?: string };
        if (!done && (depth ?? 0) < deepest) return "old";
        deepest = Math.max(deepest, depth ?? 0);
        return !done ? null : ["complete", "time", "depth", "nodes"].includes(ended ?? "") ? "end" : "cut";
      },
      rest: (elapsed) => {
        time = Math.max(1, Math.round(time - elapsed));
        return post(path, isTimed ? { ...request, time, keep: true } : request);
      },
    },
  };
}
