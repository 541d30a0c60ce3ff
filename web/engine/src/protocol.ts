// Messages between the engine and its workers.
import type { StopToken } from "./stop.js";

export interface Start {
  module: WebAssembly.Module; // compiled once for all workers
  script: string; // address of the loader that emscripten generates
  cache: string | null; // name of the IndexedDB database that keeps endgame databases; null: keep none
}
export interface Call {
  id: number;
  method: "GET" | "POST" | "BUILD";
  path: string;
  body: string; // JSON, or empty
  stop: StopToken;
}
export type ToWorker = { start: Start } | { call: Call };

export type FromWorker =
  | { ready: true }
  | { broken: string } // the worker cannot be used any more
  | { id: number; event: string; data: unknown }
  | { id: number; status: number; answer: unknown };
