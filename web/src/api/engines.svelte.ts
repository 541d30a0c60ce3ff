// Chooses the engine for each request: the server, or this device.
//
// Requests that only need the rules run on the device as soon as its engine is loaded, so that a move never waits for
// the network. Searches run on the server if there is one, because it is faster and has larger databases. If the server
// cannot be reached, the device takes over, and the page offers the server again when it is back.
import { isRulesPath, type AnswerOf, type PlainPath, type RequestOf, type StreamPath } from "sow-engine/routes";
import build from "virtual:sow-build";
import { isTransient, isUnreachable, type Backend, type Listeners } from "./backend";
import { DeviceBackend } from "./device";
import { HttpBackend } from "./http";
import type { Catalog, ReportPly } from "./types";

export const engineChoices = ["auto", "server", "device"] as const;
export type EngineChoice = (typeof engineChoices)[number];

const retryInterval = 1000; // ms

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Engines implements Backend {
  choice = $state<EngineChoice>("auto");
  // "lost": the device has taken over. "back": the server can be used again.
  server = $state<"none" | "up" | "lost" | "back">("none");
  loaded = $state(false); // whether the engine of the device is ready
  threads = $state(1); // of the server

  #builtIn = new Set<string>(); // games that the device knows; the server may have others
  #hasFiles = false; // whether the server has games from rule files

  constructor(
    private readonly http: Backend | null,
    private readonly device: DeviceBackend | null,
    private readonly games: () => Promise<Catalog>,
  ) {
    if (http) this.server = "up";
    device?.onload(() => (this.loaded = true));
  }

  // The engine that searches.
  get searching(): "server" | "device" {
    if (!this.device) return "server";
    return this.server === "up" && (this.choice !== "device") || this.server !== "none" && this.choice === "server" ? "server" : "device";
  }
  // Whether the user can choose.
  get both(): boolean {
    return this.http !== null && this.device !== null;
  }

  // Loads the engine of the device in the background.
  async load(): Promise<void> {
    await this.device?.load().catch(() => undefined); // requests report the failure
  }

  async catalog(): Promise<Catalog> {
    const catalog = await this.games();
    this.#builtIn = new Set(catalog.games.filter(({ origin }) => origin === "built-in").map(({ id }) => id ?? ""));
    this.threads = catalog.limits.threads;
    this.#hasFiles = catalog.games.some(({ origin }) => origin === "file");
    return catalog;
  }

  async ask<P extends PlainPath>(path: P, body: RequestOf<P>, signal?: AbortSignal): Promise<AnswerOf<P>> {
    return this.#run(path, body, (backend) => backend.ask(path, body, signal));
  }

  async follow<P extends StreamPath>(path: P, body: RequestOf<P>, on: Listeners<P>, signal: AbortSignal): Promise<void> {
    const once = path === "/api/report" ? withoutRepeats(on as Listeners<"/api/report">) as Listeners<P> : on;
    return this.#run(path, body, (backend) => backend.follow(path, body, once, signal));
  }

  async #run<T>(path: string, body: unknown, run: (backend: Backend) => Promise<T>): Promise<T> {
    const { http, device } = this;
    const able = device && this.#knows(path, body) ? device : null;
    if (!http || (able && this.#prefersDevice(path))) return run(able ?? device!);
    try {
      return await run(http);
    } catch (error) {
      if (!able || !isUnreachable(error) || !(await this.#takeOver())) throw error;
      return run(able);
    }
  }

  #prefersDevice(path: string): boolean {
    return isRulesPath(path) ? this.loaded : this.searching === "device";
  }

  // Games from the server's rule files exist only there.
  #knows(path: string, body: unknown): boolean {
    if (path.startsWith("/api/ogn/")) return !this.#hasFiles;
    const { game, rules } = body as { game?: string | null; rules?: string | null };
    return rules != null || game == null || this.#builtIn.has(game.split(":")[0] ?? "");
  }

  // Switches to the device, unless its engine cannot be loaded or the user insists on the server.
  async #takeOver(): Promise<boolean> {
    if (this.choice === "server") return false;
    await this.load();
    if (this.loaded && this.server === "up") {
      this.server = "lost";
      void this.#watch();
    }
    return this.loaded;
  }

  // Waits until the server is back, and offers it.
  async #watch(): Promise<void> {
    while (this.server === "lost") {
      await pause(5 * retryInterval);
      if (await this.#reach()) this.server = "back";
    }
  }

  async #reach(): Promise<boolean> {
    try {
      const catalog = await this.http?.ask("/api/games", undefined);
      if (catalog) this.threads = catalog.limits.threads; // it may have been restarted with other options
      return true;
    } catch (error) {
      return !isTransient(error);
    }
  }

  choose(choice: EngineChoice): void {
    this.choice = choice;
    if (choice !== "device") this.useServer();
  }
  useServer(): void {
    if (this.server !== "none") this.server = "up";
  }

  // Resolves when a request that failed because the server is down can be repeated.
  async recover(signal: AbortSignal): Promise<void> {
    for (;;) {
      await pause(retryInterval);
      signal.throwIfAborted();
      if (await this.#reach()) return;
      signal.throwIfAborted();
      if (this.device && (await this.#takeOver())) return;
    }
  }
}

// Reports start over on another engine. Plies that the page already has are left out.
function withoutRepeats(on: Listeners<"/api/report">): Listeners<"/api/report"> {
  let next = 0;
  return {
    ...on,
    ply: (ply: ReportPly) => {
      if (ply.ply < next) return;
      next = ply.ply + 1;
      on.ply(ply);
    },
  };
}

const http = build.games === null ? new HttpBackend() : null;
const shipped = async (address: string): Promise<Catalog> => (await fetch(address)).json();
export const engines = new Engines(
  http,
  build.engine && new DeviceBackend(build.engine),
  () => (http ? http.ask("/api/games", undefined) : shipped(build.games!)),
);
