import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { buildInfo, compiledNames, listSources, offlineFiles } from "./vite.plugins";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// `npm run dev` serves the page and forwards API requests to `sow serve` (address: SOW_SERVER).
const server = process.env.SOW_SERVER ?? "http://127.0.0.1:8080";
// The page contains the engine if SOW_WASM has one. With SOW_GAMES, it needs no server (scripts/site).
const sow = { wasm: process.env.SOW_WASM ?? here("../build/wasm"), games: process.env.SOW_GAMES };

export default defineConfig({
  plugins: [compiledNames(), svelte(), buildInfo(sow), offlineFiles(sow), listSources()],
  base: "./", // works at any path
  resolve: { alias: [{ find: /^sow-engine$/, replacement: here("engine/src/browser.ts") }, { find: /^sow-engine\/(.*)$/, replacement: here("engine/src/$1.ts") }] },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es", plugins: () => [compiledNames(), listSources()] },
  server: { proxy: { "/api": { target: server, changeOrigin: true } }, fs: { allow: [here(".."), here("../build/wasm")] } },
  test: {
    include: ["src/**/*.test.ts", "engine/src/*.test.ts", "scripts/*.test.mjs"],
    setupFiles: "tests/crypto.ts",
    isolate: false, // each worker loads the modules once, for all its files
    unstubGlobals: true,
    testTimeout: 120_000, // generous, for slow machines
    hookTimeout: 120_000,
  },
});
