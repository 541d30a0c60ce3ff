// engine.mjs FOLDER: tests the engine in WebAssembly, built by scripts/build wasm into FOLDER.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "./module.mjs";

const folder = process.argv[2];
const engine = await load(folder);

// The events of a stream, and the answer.
function stream(path, body, onEvent = () => undefined) {
  const events = [];
  engine.module.onEvent = (name, json) => {
    events.push({ name, data: JSON.parse(json) });
    onEvent(events.at(-1));
  };
  const answer = engine.request("POST", path, body);
  engine.module.onEvent = undefined;
  return { events, answer };
}

test("searches the same trees as the native build", () => {
  const native = readFileSync(new URL("../search/bench.cpp", import.meta.url), "utf8");
  const expected = [...native.matchAll(/^ {4}\{"(.+)", (\d+)\},$/gm)].map(([, game, nodes]) => [game, Number(nodes)]);
  assert.ok(expected.length > 50);
  assert.deepEqual(expected.map(([game]) => [game, engine.bench(game).nodes]), expected);
});

test("stops an analysis and keeps the transposition table", () => {
  const request = { game: "oware", time: 60_000, lines: 1, keep: true };
  let asked = 0;
  engine.module.shouldStop = () => ++asked > 30; // long enough for some depth on a busy machine
  const first = stream("/api/analyze", request).events.at(-1).data;
  assert.equal(first.ended, "stopped");
  assert.ok(first.nodes > 0 && first.moves.length > 0);
  engine.module.shouldStop = undefined;
  const depth = first.depth;
  const nodes = (more = {}) => stream("/api/analyze", { ...request, depth, ...more }).events.at(-1).data.nodes;
  const again = nodes();
  // A new database is opened; moves, hints, and what needs only the rules have tables of their own.
  assert.ok(engine.buildDatabase("oware").seeds > 4);
  for (const path of ["/api/play", "/api/hint", "/api/coach"]) assert.equal(engine.request("POST", path, { game: "oware" }).status, 200);
  assert.equal(engine.request("POST", "/api/choose", { game: "oware", player: "engine:level=5" }).status, 200);
  const later = nodes();
  const fresh = nodes({ keep: false });
  assert.ok(again < fresh / 2 && later < fresh / 2, `${again} and ${later} nodes with the table, ${fresh} without`);
});

test("respects time limits", () => {
  for (const [path, body] of [["/api/analyze", { game: "hus", time: 100 }], ["/api/solve", { game: "kalah", time: 100 }]]) {
    const { events } = stream(path, body);
    assert.equal(events.at(-1).data.ended, "time");
    assert.ok(events.at(-1).data.seconds >= 0.1);
  }
});

test("solves a position and stops solving another", () => {
  const { events } = stream("/api/solve", { game: "kalah:pits=4,seeds=3" });
  const { complete, score } = events.at(-1).data;
  assert.deepEqual([complete, score.kind, score.margin], [true, "exact", 6]);
  engine.module.shouldStop = () => true;
  assert.equal(stream("/api/solve", { game: "kalah" }).events.at(-1).data.ended, "stopped");
  engine.module.shouldStop = undefined;
});

test("answers 503 when it is out of memory, and works afterwards", () => {
  const blocks = [];
  const { _malloc: malloc, _free: free } = engine.module;
  for (let bytes = 2 ** 26; bytes >= 2 ** 16; ) {
    const block = malloc(bytes);
    if (block) blocks.push(block);
    else bytes /= 2;
  }
  const { answer } = stream("/api/analyze", { game: "toguz-kumalak", depth: 3 });
  assert.equal(answer.status, 503);
  assert.match(answer.body.error, /^out of memory/);
  blocks.forEach((block) => free(block));
  assert.equal(stream("/api/analyze", { game: "toguz-kumalak", depth: 3 }).events.at(-1).data.ended, "depth");
});

test("builds a small endgame database, in several steps if it is stopped", () => {
  const files = () => {
    const games = engine.module.FS.readdir("/data").filter((name) => name.startsWith("owari"));
    return games.flatMap((game) => engine.module.FS.readdir(`/data/${game}`)).filter((name) => name.endsWith(".sow"));
  };
  const position = "0-0-0-0-0-1-0-1-0-0-0-1-17-16-S";
  assert.equal(engine.request("GET", `/api/db/owari?position=${position}`).status, 404);
  let asked = 0;
  engine.module.shouldStop = () => ++asked > 1;
  assert.equal(engine.buildDatabase("owari").complete, false);
  engine.module.shouldStop = undefined;
  const { seeds } = engine.buildDatabase("owari");
  assert.equal(files().length, seeds + 1);
  assert.deepEqual(engine.buildDatabase("owari"), { seeds, complete: true });
  assert.equal(engine.request("GET", `/api/db/owari?position=${position}`).body.score.kind, "exact");
});

test("refuses a request that is too large", () => {
  assert.equal(engine.request("POST", "/api/play", { rules: "#".repeat(300_000) }).status, 413);
});

test("refuses to build databases that it cannot build", () => {
  for (const game of ["", "nothing", "kalah:pits=1000", "kalah:seeds=-1", "x".repeat(100_000)]) {
    const { status, body } = engine.buildDatabase(game);
    assert.equal(status, 400, game);
    assert.ok(body.error.length > 0 && body.field === null);
  }
  assert.equal(engine.buildDatabase("kalah:pits=16,seeds=7").complete, true); // only the smallest levels
  assert.equal(engine.request("POST", "/api/play", { game: "owari" }).status, 200);
});

test("contains no paths of the machine that built it", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  for (const name of ["sow.wasm", "sow.mjs"]) assert.equal(readFileSync(join(folder, name)).includes(root), false, name);
});
