#!/usr/bin/env node
// Loading times of the static site in Chromium, over loopback with an empty cache: bench/site.mjs [VISITS]
// It needs build/site and build/engine (scripts/site). Prints medians, and the slowest of all visits.
import { createRequire } from "node:module";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { serveFolder } from "../web/tests/static.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { chromium } = createRequire(here("../web/package.json"))("playwright-core");
const visits = Number(process.argv[2] ?? 9);

const site = await serveFolder(here("../build/site"), "/site/");
const engine = await serveFolder(here("../build/engine"), "/engine/");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
const results = new Map();
const record = (name, ms) => results.set(name, [...(results.get(name) ?? []), ms]);

// A visitor who has been here before sees a board; a new one would get a lesson.
async function visitPage() {
  const context = await browser.newContext({ serviceWorkers: "block" });
  await context.addInitScript(() => {
    localStorage.setItem("sow.settings", JSON.stringify({ visited: true, speed: 0, players: { S: "human", N: "human" } }));
    // Plays the first move as soon as the board accepts it.
    const look = () => {
      const board = document.querySelector('.board[aria-busy="false"]');
      const pit = board?.querySelector('.pit[aria-disabled="false"]');
      if (pit && !window.boardReady) {
        window.boardReady = performance.now();
        pit.click();
      }
      if (board?.getAttribute("data-ply") === "1") window.moved = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const page = await context.newPage();
  await page.goto(site.base);
  await page.waitForFunction(() => window.moved);
  const times = await page.evaluate(() => ({
    "first paint": performance.getEntriesByName("first-contentful-paint")[0].startTime,
    "board accepts a move": window.boardReady,
    "first move played": window.moved,
  }));
  for (const [name, ms] of Object.entries(times)) record(name, ms);
  await context.close();
}

// The package on an empty page of its own.
async function startEngine() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${engine.base}package.json`);
  const times = await page.evaluate(async (base) => {
    const { createEngine } = await import(`${base}dist/browser.js`);
    const compiling = performance.now();
    const wasm = await WebAssembly.compileStreaming(fetch(`${base}dist/sow.wasm`));
    const starting = performance.now();
    const engine = await createEngine({ wasm, cache: null });
    await engine.analyze({ game: "owari", every: 0 }).next();
    const analyzed = performance.now();
    const stops = [];
    for (let i = 0; i < 5; ++i) {
      const control = new AbortController();
      const analysis = engine.analyze({ game: "oware", time: 60_000 }, { signal: control.signal });
      await analysis.next();
      await new Promise((resolve) => setTimeout(resolve, 200 + 7 * i));
      const start = performance.now();
      control.abort();
      await engine.probe({ game: "nothing" }).catch(() => undefined); // answered when the worker is free
      stops.push(performance.now() - start);
    }
    engine.close();
    return { compiled: starting - compiling, analyzed: analyzed - starting, stops };
  }, engine.base);
  record("compiled while streaming", times.compiled);
  record("first analysis after that", times.analyzed);
  for (const stop of times.stops) record("analysis stopped", stop);
  await context.close();
}

for (let i = 0; i < visits; ++i) {
  await visitPage();
  await startEngine();
}
console.log(`${"ms".padEnd(28)}median  slowest   (load average ${loadavg()[0].toFixed(1)})`);
for (const [name, times] of results) {
  times.sort((a, b) => a - b);
  const columns = [times[times.length >> 1], times.at(-1)].map((ms) => ms.toFixed(0).padStart(8));
  console.log(name.padEnd(26) + columns.join(" "));
}
await browser.close();
await Promise.all([site.stop(), engine.stop()]);
