import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `npm run dev` serves the page while `sow serve` answers it; SOW_SERVER names another address.
const server = process.env.SOW_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte()],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": { target: server, changeOrigin: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
