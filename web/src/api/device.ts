// The engine in this browser: the package sow-engine.
import type { Engine } from "sow-engine";
import { EngineError, isRulesPath, type AnswerOf, type PlainPath, type RequestOf, type StreamPath } from "sow-engine/routes";
import * as errors from "../words/errors";
import { isTransient, messageOf, type Backend, type Listeners } from "./backend";

export interface EngineFiles {
  script: string;
  wasm: string;
}

// Loads the package when it is first needed.
type Create = (files: EngineFiles) => Promise<Engine>;
const createEngine: Create = async (files) => (await import("sow-engine")).createEngine(files);

export class DeviceBackend implements Backend {
  #engine: Promise<Engine> | null = null;
  #loaded: () => void = () => undefined;
  #databases = new Set<string>(); // games whose small endgame database has been built, or is being built

  constructor(
    private readonly files: EngineFiles,
    private readonly create: Create = createEngine,
  ) {}

  // Loads and compiles the engine. After a failure, the next call tries again.
  load(): Promise<Engine> {
    this.#engine ??= this.#create().catch((error) => {
      this.#engine = null;
      throw new Error(errors.noEngine(messageOf(error)));
    });
    return this.#engine;
  }

  async #create(): Promise<Engine> {
    const engine = await this.create(this.files);
    this.#loaded();
    return engine;
  }

  onload(listener: () => void): void {
    this.#loaded = listener;
  }

  async ask<P extends PlainPath>(path: P, body: RequestOf<P>, signal?: AbortSignal): Promise<AnswerOf<P>> {
    const engine = await this.load();
    return engine.ask(path, body, { signal }).catch(permanent).finally(() => this.#buildDatabase(engine, path, body));
  }

  async follow<P extends StreamPath>(path: P, body: RequestOf<P>, on: Listeners<P>, signal: AbortSignal): Promise<void> {
    const engine = await this.load();
    try {
      for await (const { event, data } of engine.stream(path, body, { signal })) on[event]?.(data as never);
    } catch (error) {
      permanent(error);
    } finally {
      this.#buildDatabase(engine, path, body);
    }
  }

  // After the first search in a game, the engine builds the small endgame database of the game while it is idle. If
  // another request stops it, it continues after that one.
  #buildDatabase(engine: Engine, path: string, body: unknown): void {
    const { game } = (body ?? {}) as { game?: string | null };
    if (isRulesPath(path) || game == null || this.#databases.has(game)) return;
    this.#databases.add(game);
    const again = () => void this.#databases.delete(game);
    engine.buildDatabase(game).then(
      ({ complete }) => complete || again(),
      (error) => (error instanceof EngineError && error.status < 500) || again(), // 400: the game has none
    );
  }
}

// A failure of the device, such as running out of memory, does not pass like that of a server.
function permanent(error: unknown): never {
  throw isTransient(error) ? new Error(messageOf(error)) : error;
}
