#!/usr/bin/env node
// Speed of the engine in WebAssembly and of the native build, in nodes per second of CPU time: bench/wasm.mjs
//
// Both answer the same requests, one thread each, in turns. They must search the same number of nodes.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "../tests/wasm/module.mjs";

const build = fileURLToPath(new URL("../build/", import.meta.url));
const games = ["owari", "oware", "kalah", "hus", "toguz-kumalak"];
const rounds = 3;
const nodes = 4_000_000;

const engine = await load(join(build, "wasm"));
function runWasm(request) {
  let last;
  engine.module.onEvent = (name, json) => (last = json);
  const before = process.cpuUsage();
  engine.request("POST", "/api/analyze", request);
  const { user, system } = process.cpuUsage(before);
  return { nodes: JSON.parse(last).nodes, seconds: (user + system) / 1e6 };
}

const folder = mkdtempSync(join(tmpdir(), "sow-bench-"));
const server = spawn(join(build, "release/sow"), ["serve", "--port", "0", "--db", folder], { stdio: ["ignore", "pipe", "inherit"] });
const base = await new Promise((resolve) => {
  server.stdout.on("data", (text) => resolve(/http:\S+/.exec(text)[0]));
});
// User and system time of the server.
function serverSeconds() {
  const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").replace(/.*\) /, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
async function runNative(request) {
  const before = serverSeconds();
  const response = await fetch(`${base}api/analyze`, { method: "POST", body: JSON.stringify(request), headers: { "Content-Type": "application/json" } });
  const events = [...(await response.text()).matchAll(/^data: (.*)$/gm)];
  return { nodes: JSON.parse(events.at(-1)[1]).nodes, seconds: serverSeconds() - before };
}

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
console.log("game             native/s    WASM/s   share");
for (const game of games) {
  const request = { game, nodes, lines: 1, time: 60_000 };
  await runNative(request);
  runWasm(request); // V8 optimizes the code
  const native = [];
  const wasm = [];
  for (let i = 0; i < rounds; ++i) {
    const one = await runNative(request);
    const other = runWasm(request);
    if (one.nodes !== other.nodes) throw new Error(`${game}: ${one.nodes} nodes in the native build, ${other.nodes} in WebAssembly`);
    native.push(one.nodes / one.seconds);
    wasm.push(other.nodes / other.seconds);
  }
  const speeds = [median(native), median(wasm)];
  const columns = speeds.map((speed) => Math.round(speed).toLocaleString("en").padStart(11));
  console.log(`${game.padEnd(14)}${columns.join("")}${`${Math.round((100 * speeds[1]) / speeds[0])} %`.padStart(8)}`);
}
server.kill();
rmSync(folder, { recursive: true });
