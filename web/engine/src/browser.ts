// sow-engine in a browser.
import { startEngine, type Engine, type EngineOptions } from "./engine.js";
import type { Platform } from "./platform.js";
import type { FromWorker } from "./protocol.js";

export * from "./exports.js";

// Not a literal, so that bundlers leave the files alone that the page may load from elsewhere.
const beside = (name: string) => new URL(name, import.meta.url).href;

const browser: Platform = {
  script: beside("sow.mjs"),
  wasm: beside("sow.wasm"),
  async compile(wasm) {
    const response = await fetch(wasm);
    if (!response.ok) throw new Error(`${wasm}: status ${response.status}`);
    // Some hosts do not know the media type that compiling while streaming requires.
    if (response.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
  },
  spawn(onMessage, onFailure) {
    const worker = new Worker(new URL("./browser_worker.js", import.meta.url), { type: "module", name: "sow-engine" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => onMessage(data);
    worker.onerror = (event) => onFailure(event.message || "the engine's worker failed");
    return { post: (message) => worker.postMessage(message), terminate: () => worker.terminate() };
  },
};

export function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return startEngine(browser, options);
}
