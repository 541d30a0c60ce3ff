// The engine in this browser: the package sow-engine, loaded when it is first needed.
import type { Engine } from "sow-engine";
import type { AnswerOf, PlainPath, RequestOf, StreamPath } from "sow-engine/routes";
import * as errors from "../words/errors";
import { isTransient, messageOf, type Backend, type Listeners } from "./backend";

export interface EngineFiles {
  script: string;
  wasm: string;
}

export class DeviceBackend implements Backend {
  #engine: Promise<Engine> | null = null;
  #loaded: () => void = () => undefined;

  constructor(private readonly files: EngineFiles) {}

  // Loads and compiles the engine. After a failure, the next call tries again.
  load(): Promise<Engine> {
    this.#engine ??= this.#create().catch((error) => {
      this.#engine = null;
      throw new Error(errors.noEngine(messageOf(error)));
    });
    return this.#engine;
  }

  async #create(): Promise<Engine> {
    const { createEngine } = await import("sow-engine");
    const engine = await createEngine(this.files);
    this.#loaded();
    return engine;
  }

  onload(listener: () => void): void {
    this.#loaded = listener;
  }

  async ask<P extends PlainPath>(path: P, body: RequestOf<P>, signal?: AbortSignal): Promise<AnswerOf<P>> {
    const engine = await this.load();
    return engine.ask(path, body, { signal }).catch(permanent);
  }

  async follow<P extends StreamPath>(path: P, body: RequestOf<P>, on: Listeners<P>, signal: AbortSignal): Promise<void> {
    const engine = await this.load();
    try {
      for await (const { event, data } of engine.stream(path, body, { signal })) on[event]?.(data as never);
    } catch (error) {
      permanent(error);
    } finally {
      const { game } = body as { game?: string | null };
      if (path === "/api/analyze" && game) engine.buildDatabase(game).catch(() => undefined); // while the engine is idle
    }
  }
}

// A failure of the device, such as running out of memory, does not pass like that of a server.
function permanent(error: unknown): never {
  throw isTransient(error) ? new Error(messageOf(error)) : error;
}
