// Loads the engine in WebAssembly from a folder with sow.mjs and sow.wasm. `shouldStop` and `onEvent` can be replaced.
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

globalThis.crypto ??= webcrypto; // Node 18 has no global one

export async function load(folder) {
  const { default: createSowModule } = await import(pathToFileURL(join(resolve(folder), "sow.mjs")).href);
  const compiled = await WebAssembly.compile(readFileSync(join(folder, "sow.wasm")));
  const module = await createSowModule({
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(compiled, imports).then((instance) => receive(instance, compiled));
      return {};
    },
  });
  const call = (name, ...texts) => JSON.parse(module.ccall(name, "string", texts.map(() => "string"), texts));
  return {
    module,
    bench: (game) => call("sow_bench", game),
    buildDatabase: (game) => call("sow_build_database", game),
    request: (method, path, body) => call("sow_request", method, path, body === undefined ? "" : JSON.stringify(body)),
  };
}
