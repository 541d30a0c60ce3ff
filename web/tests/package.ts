// The package sow-engine as packed by scripts/engine, installed into an empty project: in Node and in Chromium.
// Environment: SOW_PACKAGE, CHROMIUM.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "sow-engine";
import { here } from "./server";
import { serveFolder } from "./static.mjs";

const built = process.env.SOW_PACKAGE ?? here("../../build/engine");
const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"], timeout: 0 });
let project: string;
const installed = (path: string) => join(project, "node_modules/sow-engine", path);

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "sow-package-"));
  const [archive] = readdirSync(built).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(project, "package.json"), '{"type":"module"}');
  execFileSync("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", join(built, archive!)], { cwd: project, stdio: "inherit" });
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

it("is at most 800 kB compressed", () => {
  const wasm = gzipSync(readFileSync(installed("dist/sow.wasm")), { level: 9 }).length;
  expect(wasm).toBeGreaterThan(100_000);
  expect(wasm).toBeLessThanOrEqual(800_000);
});

it("has the licenses of everything in the module, and the same permissions for everybody", () => {
  const licenses = readFileSync(installed("THIRD_PARTY_LICENSES"), "utf8");
  for (const name of ["Sow: MIT", "emscripten", "libfmt-dev", "Boost Software License"]) expect(licenses).toContain(name);
  const [archive] = readdirSync(built).filter((name) => name.endsWith(".tgz"));
  const modes = execFileSync("tar", ["-tvzf", join(built, archive!)], { encoding: "utf8" }).trimEnd().split("\n").map((line) => line.slice(0, 10));
  expect(new Set(modes)).toEqual(new Set(["-rw-r--r--"]));
});

it("has types that a project can use", () => {
  writeFileSync(join(project, "use.ts"), `
    import { createEngine, EngineError, type AnalysisEvent } from "sow-engine";
    const engine = await createEngine();
    const { legal } = await engine.play({ game: "owari", moves: ["E"] });
    const letters: string[] = (legal ?? []).map(({ move }) => move);
    for await (const event of engine.analyze({ game: "owari", depth: 4 })) { const last: AnalysisEvent = event; void last; }
    for await (const event of engine.report({ game: "owari", moves: ["E"] })) if ("done" in event) void event.sides.S.accuracy;
    // @ts-expect-error: no such field
    void engine.play({ gmae: "owari" });
    void [letters, EngineError];
  `);
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,dom.iterable"];
  execFileSync("node", [here("../node_modules/typescript/bin/tsc"), ...options, "use.ts"], { cwd: project, stdio: "inherit" });
});

describe("in Node", () => {
  let engine: Engine;
  beforeAll(async () => {
    const { createEngine } = (await import(/* @vite-ignore */ pathToFileURL(installed("dist/node.js")).href)) as typeof import("sow-engine");
    engine = await createEngine();
  });
  afterAll(() => engine?.close());

  it("plays by the rules and explains errors", async () => {
    const { position, legal, history } = await engine.play({ game: "owari", moves: ["E"] });
    expect(position.diagram).toBe("3-3-3-3-0-4-4-3-3-3-3-3-1-0-N");
    expect(legal?.map(({ move }) => move)).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(history).toHaveLength(1);
    await expect(engine.play({ game: "owari", moves: ["E", "E"] })).rejects.toMatchObject({ name: "EngineError", status: 400, field: "moves[1]" });
    await expect(engine.game({ rules: "name = 3" })).rejects.toMatchObject({ status: 400, field: "rules" });
  });

  it("answers every kind of request", async () => {
    const { games } = await engine.games();
    expect(games.length).toBeGreaterThan(20);
    expect((await engine.choose({ game: "oware", player: "engine:level=3", seed: 1 })).move).toMatch(/^[A-F]$/);
    expect((await engine.hint({ game: "kalah" })).move).toMatch(/^[A-F]$/);
    expect((await engine.lesson({ game: "owari" })).steps.length).toBeGreaterThan(2);
    expect((await engine.coach({ game: "owari" })).moves).toHaveLength(6);
    const { records } = await engine.readOgn({ text: '[Variant "owari"]\n\n1. E a *' });
    expect(records[0]?.moves).toEqual(["E", "a"]);
    expect((await engine.writeOgn({ records: [{ game: "owari", line: [{ move: "E" }] }] })).text).toContain("1. E");
    expect((await engine.moves({ game: "owari" })).legal).toHaveLength(6);
  });

  it("streams an analysis and gives the same result each time", async () => {
    const run = async () => {
      const events = [];
      for await (const event of engine.analyze({ game: "oware", depth: 10, every: 0 })) events.push(event);
      return events.map(({ depth, nodes, moves }) => ({ depth, nodes, moves }));
    };
    const first = await run();
    expect(first.at(-1)?.depth).toBe(10);
    expect(first.length).toBeGreaterThan(3);
    expect(await run()).toEqual(first);
  });

  it("solves a position", async () => {
    const { complete, score } = await engine.solve({ game: "owari", position: "0-0-0-0-0-1-1-0-0-0-0-0-17-17-S" });
    expect([complete, score?.kind]).toEqual([true, "exact"]);
  });

  it("reports on a game", async () => {
    const plies: number[] = [];
    let accuracy: number | null = null;
    for await (const event of engine.report({ game: "owari", moves: ["E", "a", "B"], time: 20 })) {
      if ("done" in event) accuracy = event.sides.S.accuracy;
      else plies.push(event.ply);
    }
    expect(plies).toEqual([0, 1, 2]);
    expect(accuracy).toBeGreaterThan(0);
  });

  it("stops an analysis soon and keeps its table", async () => {
    const control = new AbortController();
    let deepest = 0;
    const start = performance.now();
    let stopped = 0;
    await expect((async () => {
      for await (const { depth } of engine.analyze({ game: "oware", time: 60_000 }, { signal: control.signal })) {
        deepest = Math.max(deepest, depth ?? 0);
        if (performance.now() - start < 1000 || stopped) continue;
        control.abort();
        stopped = performance.now();
      }
    })()).rejects.toMatchObject({ name: "AbortError" });
    // The next request starts when the worker is free.
    const search = async (keep: boolean) => {
      let nodes = 0;
      for await (const event of engine.analyze({ game: "oware", depth: Math.max(1, deepest - 2), keep })) nodes = event.nodes;
      return nodes;
    };
    const resumed = await search(true);
    expect(performance.now() - stopped).toBeLessThan(50_000); // generous; the analysis would have run for 59 seconds
    expect(resumed).toBeLessThan((await search(false)) / 2);
  });

  it("refuses requests that are too large, and works afterwards", async () => {
    const large = "#".repeat(30_000_000); // would not fit on the stack
    await expect(engine.play({ rules: large })).rejects.toMatchObject({ name: "EngineError", status: 413 });
    await expect(engine.hint({ rules: large })).rejects.toMatchObject({ status: 413 });
    await expect(engine.buildDatabase(large)).rejects.toMatchObject({ status: 413 });
    expect((await engine.play({ game: "owari" })).legal).toHaveLength(6);
    expect((await engine.hint({ game: "owari" })).move).toMatch(/^[A-F]$/);
  });

  it("stops an analysis when the loop is left", async () => {
    const start = performance.now();
    for await (const { depth } of engine.analyze({ game: "hus", time: 60_000 })) if ((depth ?? 0) > 2) break;
    await engine.hint({ game: "owari" });
    expect(performance.now() - start).toBeLessThan(55_000); // generous; the analysis would have run for 60 seconds
  });

  it("interrupts an analysis for a move and continues it", async () => {
    let deepest = 0;
    for await (const { depth, done } of engine.analyze({ game: "oware", time: 60_000, every: 0 })) {
      if (deepest === 0) await engine.choose({ game: "oware", player: "greedy" });
      expect(done).toBe(false);
      expect(depth).toBeGreaterThanOrEqual(deepest);
      if (depth === deepest) break; // it has started over, with its table
      deepest = depth ?? 0;
    }
  });

  it("answers rules during an analysis", async () => {
    const control = new AbortController();
    const analysis = engine.analyze({ game: "oware", time: 60_000 }, { signal: control.signal });
    await analysis.next();
    for (let i = 0; i < 20; ++i) await engine.play({ game: "oware" });
    control.abort();
    await expect((async () => { for await (const event of analysis) void event; })()).rejects.toMatchObject({ name: "AbortError" });
  });

  it("builds a small database and gives way to other requests", async () => {
    const building = engine.buildDatabase("awari");
    await engine.choose({ game: "owari", player: "greedy" });
    expect((await building).seeds).toBeGreaterThanOrEqual(0);
    const { seeds, complete } = await engine.buildDatabase("awari");
    expect(complete).toBe(true);
    expect(seeds).toBeGreaterThan(2);
    const probed = await engine.probe({ game: "awari", position: "1-0-2-0-0-0-0-0-0-0-0-0-22-23-S" });
    expect(probed.score?.kind).toBe("exact");
    await expect(engine.buildDatabase("nothing")).rejects.toMatchObject({ name: "EngineError", status: 400 });
  });
});

describe("in Chromium", () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveFolder>>;
  beforeAll(async () => {
    browser = await launch();
    site = await serveFolder(installed(""), "/package/");
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  async function openExample(): Promise<Page> {
    const page = await browser.newPage();
    page.setDefaultTimeout(0); // rely on the test timeout
    return page;
  }

  it("keeps endgame databases for the next visit", async () => {
    const page = await openExample();
    await page.goto(`${site.base}example/`);
    const found = await page.evaluate(async (address) => {
      const load = new Function("address", "return import(address)"); // vitest would replace a plain import
      const { createEngine } = (await load(address)) as typeof import("sow-engine");
      const kindIn = async (cache: string | null) => {
        const engine = await createEngine({ cache });
        const game = { game: "owari", position: "1-1-1-1-1-1-1-1-1-1-1-1-12-12-S" };
        const probed = await engine.probe(game).then(({ score }) => score?.kind, ({ status }) => status as number);
        let analyzed;
        for await (const { score } of engine.analyze({ ...game, depth: 1 })) analyzed = score?.kind;
        engine.close();
        return { probed, analyzed };
      };
      const before = await kindIn("test");
      const engine = await createEngine({ cache: "test" });
      await engine.buildDatabase("owari");
      engine.close();
      return { before, after: await kindIn("test"), elsewhere: await kindIn(null) };
    }, `${site.base}dist/browser.js`);
    expect(found).toEqual({
      before: { probed: 404, analyzed: "estimate" },
      after: { probed: "exact", analyzed: "exact" },
      elsewhere: { probed: 404, analyzed: "estimate" },
    });
    await page.close();
  });

  it("analyzes on the example page and stops soon", async () => {
    const page = await openExample();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(`${site.base}example/`);
    await page.waitForFunction(() => /depth \d\d/.test(document.getElementById("output")?.textContent ?? ""));
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false); // so it stops through a blob
    const delays = await page.evaluate(async (address) => {
      const load = new Function("address", "return import(address)"); // vitest would replace a plain import
      const { createEngine } = (await load(address)) as typeof import("sow-engine");
      const engine = await createEngine({ cache: null });
      const delays = [];
      for (let i = 0; i < 5; ++i) {
        const control = new AbortController();
        const analysis = engine.analyze({ game: "oware", time: 60_000 }, { signal: control.signal });
        await analysis.next();
        await new Promise((resolve) => setTimeout(resolve, 200));
        const start = performance.now();
        control.abort();
        await engine.probe({ game: "nothing" }).catch(() => undefined); // answered when the worker is free
        delays.push(performance.now() - start);
      }
      engine.close();
      return delays;
    }, `${site.base}dist/browser.js`);
    // Generous, for busy machines; the analyses would run for a minute each.
    expect(Math.min(...delays)).toBeLessThan(30_000);
    await page.click("#stop");
    await page.fill("#moves", "Z");
    await page.waitForFunction(() => document.getElementById("output")?.textContent?.includes("Z"));
    expect(problems).toEqual([]);
    await page.close();
  });
});

it("has an example of at most 30 lines", () => {
  expect(readFileSync(installed("example/index.html"), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(30);
});

// Programs in the README; those with addresses of a bundler are fragments.
const snippets = () =>
  [...readFileSync(installed("README.md"), "utf8").matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code!).filter((code) => !code.includes("?url"));

describe("the README", () => {
  const result = /^(\d+( -?\d+(\.\d+)?( \w)+)?\n)+$/; // lines with a depth, or with depth, score, and moves

  it("has programs that run in Node", () => {
    expect(snippets()).toHaveLength(2);
    for (const [i, code] of snippets().entries()) {
      writeFileSync(join(project, `snippet${i}.js`), code);
      expect(execFileSync("node", [`snippet${i}.js`], { cwd: project, encoding: "utf8" })).toMatch(result);
    }
    const { resolve } = createRequire(join(project, "package.json"));
    expect([resolve("sow-engine/sow.wasm"), resolve("sow-engine/sow.mjs")]).toEqual([installed("dist/sow.wasm"), installed("dist/sow.mjs")].map((path) => realpathSync(path)));
  });

  it("has programs that run in a browser", async () => {
    const imports = JSON.stringify({ imports: { "sow-engine": "./node_modules/sow-engine/dist/browser.js" } });
    for (const [i, code] of snippets().entries())
      writeFileSync(join(project, `snippet${i}.html`), `<script type="importmap">${imports}</script><script type="module">${code}; window.done = true;</script>`);
    const site = await serveFolder(project, "/");
    const browser = await launch();
    try {
      await Promise.all(snippets().map(async (_, i) => {
        const page = await browser.newPage();
        page.setDefaultTimeout(0); // rely on the test timeout
        let output = "";
        page.on("console", (message) => (output += `${message.text()}\n`));
        const failed = new Promise<never>((_, reject) => page.on("pageerror", reject));
        await page.goto(`${site.base}snippet${i}.html`);
        await Promise.race([page.waitForFunction(() => (window as { done?: boolean }).done), failed]);
        expect(output).toMatch(result);
      }));
    } finally {
      await browser.close();
      await site.stop();
    }
  });
});
