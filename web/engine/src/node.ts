// sow-engine in Node.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { startEngine, type Engine, type EngineOptions } from "./engine.js";
import type { Platform } from "./platform.js";

export * from "./exports.js";

const beside = (name: string) => new URL(name, import.meta.url).href;

const node: Platform = {
  script: beside("sow.mjs"),
  wasm: beside("sow.wasm"),
  async compile(wasm) {
    const bytes = await readFile(wasm.startsWith("file:") ? fileURLToPath(wasm) : wasm);
    return WebAssembly.compile(new Uint8Array(bytes));
  },
  spawn(onMessage, onFailure) {
    const worker = new Worker(new URL("./node_worker.js", import.meta.url));
    worker.on("message", onMessage);
    worker.on("error", (error: Error) => onFailure(error.message));
    return { post: (message) => worker.postMessage(message), terminate: () => void worker.terminate() };
  },
};

export function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return startEngine(node, options);
}
