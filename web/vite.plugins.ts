// Build steps of the page that Vite does not have.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plugin } from "vite";

export interface SowBuild {
  wasm: string; // folder with sow.mjs and sow.wasm; if it has none, the page needs a server
  games: string | undefined; // the list of games of a page without a server
}

// Matches the header of `sow serve` (src/server/security.h), except for frame-ancestors, which only a header can set.
export const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self' blob:; media-src 'self' data:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

// The module virtual:sow-build: the addresses of the engine and of the list of games.
export function buildInfo({ wasm, games }: SowBuild): Plugin {
  const name = "virtual:sow-build";
  let serving = false;
  return {
    name: "sow-build",
    configResolved: ({ command }) => void (serving = command === "serve"),
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const emit = (file: string, as: string) => {
        if (serving) return JSON.stringify(`/@fs${file}`);
        // Named .js because some servers do not know the media type of .mjs.
        return `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "asset", name: as, source: readFileSync(file) })}`;
      };
      const [script, module] = [join(wasm, "sow.mjs"), join(wasm, "sow.wasm")];
      const engine = existsSync(module) ? `{ script: ${emit(script, "sow.js")}, wasm: ${emit(module, "sow.wasm")} }` : "null";
      return `export default { engine: ${engine}, games: ${games ? emit(games, "games.json") : "null"} };`;
    },
    transformIndexHtml: () =>
      games ? [{ tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: policy }, injectTo: "head-prepend" }] : [],
  };
}

// The sources of the engine package name each other as they are called when compiled. Vite knows that only for imports.
export function compiledNames(): Plugin {
  return {
    name: "sow-compiled-names",
    enforce: "pre",
    resolveId: (id) => (/\/engine\/src\/\w+_worker\.js/.test(id) ? id.replace(".js", ".ts") : undefined),
  };
}

// Gives the service worker the list of files, with a hash of each, so that it can keep all of them.
export function offlineFiles({ games }: SowBuild): Plugin {
  let folder = "";
  return {
    name: "sow-offline-files",
    apply: "build",
    configResolved: ({ root, build }) => void (folder = resolve(root, build.outDir)),
    writeBundle() {
      const worker = join(folder, "worker.js");
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== "worker.js")
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
        .map((path) => [relative(folder, path), createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 16)])
        .sort();
      const source = readFileSync(worker, "utf8");
      const filled = source.replace(/const build = .*;/, () => `const build = ${JSON.stringify({ files, served: !games })};`);
      if (filled === source) throw new Error("worker.js has no place for the list of files");
      writeFileSync(worker, filled);
    },
  };
}

// Lists the modules in the page and in its workers for scripts/bill_of_materials: page_sources.json beside the output
// folder. Vite bundles workers separately and writes them with the page.
export function listSources(): Plugin {
  return {
    name: "list-sources",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) if (chunk.type === "chunk") chunk.moduleIds.forEach((id) => sources.add(id));
    },
    writeBundle({ dir }) {
      if (dir) writeFileSync(join(dir, "..", "page_sources.json"), JSON.stringify([...sources].sort()));
    },
  };
}
const sources = new Set<string>();
