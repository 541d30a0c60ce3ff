// node books.mjs SOW FOLDER BOOKS: writes BOOKS/GAME.json with statistics by position and move on the games of
// FOLDER/GAME.ogn and the proven margins of FOLDER/GAME.solved. Moves are played by `sow serve`.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [sow, folder, books] = process.argv.slice(2);
const minGames = 6; // positions with fewer games are left out

const server = spawn(sow, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const base = await new Promise((resolve) => server.stdout.on("data", (text) => {
  const address = /http:\/\/\S+/.exec(text)?.[0];
  if (address) resolve(address);
}));

async function ask(path, body) {
  const response = await fetch(base + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

// Per position and move: games played, won, and drawn by the mover.
function add(positions, diagram, { move, mover }, { S, N }) {
  const moves = positions.get(diagram) ?? positions.set(diagram, {}).get(diagram);
  const tally = (moves[move] ??= [0, 0, 0]);
  const margin = mover === "S" ? S - N : N - S;
  tally[0] += 1;
  if (margin > 0) tally[1] += 1;
  if (margin === 0) tally[2] += 1;
}

// Games are saved in the order they end, which varies between runs.
const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

async function count(game) {
  const positions = new Map();
  const texts = readFileSync(join(folder, `${game}.ogn`), "utf8").split(/(?=\[Variant )/);
  for (const text of texts) {
    const [{ moves, result }] = (await ask("api/ogn/read", { text })).records;
    const { start, history } = await ask("api/play", { game, moves, legal: "none", history: "brief" });
    history.forEach((turn, i) => add(positions, (history[i - 1]?.after ?? start).diagram, turn, result));
  }
  const often = [...positions].filter(([, moves]) => Object.values(moves).reduce((sum, [played]) => sum + played, 0) >= minGames);
  return { games: texts.length, positions: sorted(Object.fromEntries(often.map(([diagram, moves]) => [diagram, sorted(moves)]))) };
}

// The proven margin of every move.
function proven(game) {
  const found = {};
  const files = readdirSync(folder).filter((name) => name.endsWith(".solved") && name.split(/[:.]/)[0] === game);
  for (const file of files) {
    const { position, moves } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    if (moves.some(({ score }) => score.kind !== "exact")) throw new Error(`${file} is not solved`);
    found[position] = sorted(Object.fromEntries(moves.map(({ move, score }) => [move, score.margin])));
  }
  return found;
}

// One position per line, for readable diffs.
const lines = (object) => `{${Object.entries(object).map(([key, value]) => `\n${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`;

for (const name of readdirSync(folder).filter((name) => name.endsWith(".ogn")).sort()) {
  const game = name.slice(0, -4);
  const { games, positions } = await count(game);
  writeFileSync(join(books, `${game}.json`), `{"games":${games},"proven":${lines(proven(game))},"positions":${lines(positions)}}\n`);
}
server.kill();
