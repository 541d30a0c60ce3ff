// What differs between browsers and Node.
import type { FromWorker, ToWorker } from "./protocol.js";

export interface EngineWorker {
  post(message: ToWorker): void;
  terminate(): void;
}

export interface Platform {
  // Where the package's own files are, unless the options say otherwise.
  readonly script: string;
  readonly wasm: string;
  compile(wasm: string): Promise<WebAssembly.Module>;
  // `onFailure` is called if the worker dies.
  spawn(onMessage: (message: FromWorker) => void, onFailure: (reason: string) => void): EngineWorker;
}
