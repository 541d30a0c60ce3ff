// Contract tests: every answer and event of the server matches api.schema.json, and unknown fields do not. With
// SOW_PACKAGE, the folder of the package sow-engine, they check the engine in WebAssembly instead.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv/dist/2020";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEvents } from "../src/api/events";
import type { Catalog, ChooseAnswer, Game, GameFields, MovesAnswer, PlayAnswer, ReadAnswer, RoundAnswer, Routes } from "../src/api/types";
import { serveModule } from "./module";
import { here, program, serve, type Served } from "./server";

const read = (text: string): unknown => JSON.parse(text);

// --- the schema ---

const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false });
ajv.addSchema(JSON.parse(readFileSync(here("../api.schema.json"), "utf8")), "api");

type Path = keyof Routes;
const routeOf = (path: Path) => `Routes/properties/${path.replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D")}/properties`;

// Validation errors of a value, or "".
function schemaErrors(pointer: string, value: unknown): string {
  const validate = ajv.getSchema(`api#/$defs/${pointer}`);
  if (!validate) throw new Error(`the schema has no ${pointer}`);
  return validate(value) ? "" : ajv.errorsText(validate.errors);
}
function expectValid(pointer: string, value: unknown): void {
  const wrong = schemaErrors(pointer, value);
  if (wrong) expect.fail(`${pointer}: ${wrong}\n${JSON.stringify(value).slice(0, 2000)}`);
}

// Copies of a value with one unknown field added somewhere: in every object, but of a list only in the first two items
// and the last, since all have the same type and each copy is checked as a whole.
function* withExtraField(value: unknown): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield { ...value, surprise: 1 };
  const entries = Object.entries(value);
  for (const [key, inner] of Array.isArray(value) && entries.length > 3 ? [...entries.slice(0, 2), ...entries.slice(-1)] : entries) {
    for (const changed of withExtraField(inner)) {
      const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
      copy[key] = changed;
      yield copy;
    }
  }
}
function expectNoExtraFields(pointer: string, value: unknown): void {
  for (const changed of withExtraField(value)) {
    if (!schemaErrors(pointer, changed)) expect.fail(`${pointer} accepts an unknown field: ${JSON.stringify(changed).slice(0, 2000)}`);
  }
}

// --- the server ---

let folder: string;
let server: Served;
const isModule = process.env.SOW_PACKAGE !== undefined;
const itNeedsServer = it.skipIf(isModule); // it has files, and more than one client
let catalog: Catalog;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sow-contract-"));
  execFileSync(program, ["db", "build", "awari", "--seeds", "4", "--db", folder], { stdio: "ignore" });
  writeFileSync(join(folder, "mine.toml"), ownRules);
  writeFileSync(join(folder, "bad.toml"), "name = 3\n");
  server = process.env.SOW_PACKAGE ? await serveModule(process.env.SOW_PACKAGE, folder) : await serve("--db", folder, "--games", folder, "--analyses", "1");
  catalog = (await get("/api/games", "api/games")) as Catalog;
});
afterAll(() => {
  server?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

const ownRules = 'name = "fours"\ntitle = "Fours"\nextends = "oware"\nsource = "A test."\n\n[[land]]\nat = "theirs"\ncount = 4\ntake = ["pit"]\n';

// While a slow check kept this process from noticing, the server may have closed the idle connection.
const closedMeanwhile = new Set(["EPIPE", "ECONNRESET", "UND_ERR_SOCKET"]);

function request(address: string, init?: RequestInit): Promise<Response> {
  return fetch(server.base + address, init).catch((error: Error & { cause?: { code?: string } }) => {
    if (!closedMeanwhile.has(error.cause?.code ?? "")) throw error;
    return fetch(server.base + address, init);
  });
}
function send(address: string, body?: unknown, signal: AbortSignal | null = null): Promise<Response> {
  if (body === undefined) return request(address);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return request(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: text, signal });
}

async function get(path: Path, address: string): Promise<unknown> {
  const response = await send(address);
  expect(response.status).toBe(200);
  const answer = read(await response.text());
  expectValid(`${routeOf(path)}/answer`, answer);
  return answer;
}

async function post<P extends Path>(path: P, body: Routes[P] extends { request: infer R } ? R : never): Promise<unknown> {
  expectValid(`${routeOf(path)}/request`, body);
  const response = await send(path.slice(1), body);
  const answer = read(await response.text());
  if (response.status !== 200) expect.fail(`${path} ${JSON.stringify(body)}: ${JSON.stringify(answer)}`);
  expectValid(`${routeOf(path)}/answer`, answer);
  return answer;
}

// Validates the events and returns their names, without consecutive repetitions. `on` is called with each.
async function follow<P extends "/api/analyze" | "/api/solve" | "/api/report">(
  path: P, body: Routes[P]["request"], on: (event: string) => void = () => undefined, signal: AbortSignal | null = null,
): Promise<string[]> {
  expectValid(`${routeOf(path)}/request`, body);
  const response = await send(path.slice(1), body, signal);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const names: string[] = [];
  for await (const { event, data } of readEvents(response.body!)) {
    const value = read(data);
    expectValid(`${routeOf(path)}/events/properties/${event}`, value);
    expectNoExtraFields(`${routeOf(path)}/events/properties/${event}`, value);
    if (names.at(-1) !== event) names.push(event);
    on(event);
  }
  return names;
}

async function expectRefused(status: number, address: string, body?: unknown, method?: string) {
  const response = method ? await request(address, { method }) : await send(address, body);
  const failure = (await response.json()) as { field: string | null };
  expect({ status: response.status, address, body }).toEqual({ status, address, body });
  expectValid("Failure", failure);
  return failure;
}

// Deterministic pseudorandom numbers.
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// --- tests ---

const details = ["full", "brief", "none"] as const;

it("lists games, broken games, and players", () => {
  const level = catalog.player_kinds.find(({ name }) => name === "engine")?.options.find(({ name }) => name === "level");
  expect(level?.default).toBe(level?.max); // full strength by default
  expect(catalog.games.length).toBeGreaterThan(20);
  expect(catalog.games.filter(({ origin }) => origin === "file").map(({ id }) => id)).toEqual(isModule ? [] : ["mine.toml"]);
  expect(catalog.broken.map(({ id }) => id)).toEqual(isModule ? [] : ["bad.toml"]);
  expectNoExtraFields(`${routeOf("/api/games")}/answer`, { ...catalog, games: catalog.games.slice(0, 1) });
});

// The first plies of a random game.
async function randomMoves(game: GameFields, seed: number): Promise<string[]> {
  const pick = random(seed);
  const moves: string[] = [];
  for (let ply = 0; ply < 16; ++ply) {
    const answer = (await post("/api/play", { ...game, moves, legal: "full", history: details[ply % 3]! })) as PlayAnswer;
    if (ply === 9) expectNoExtraFields(`${routeOf("/api/play")}/answer`, answer);
    if (answer.ending) break;
    moves.push(answer.legal![pick(answer.legal!.length)]!.move);
  }
  return moves;
}

it("describes random positions of every game", async () => {
  for (const [i, { id }] of catalog.games.entries()) {
    const moves = await randomMoves({ game: id }, i);
    await post("/api/play", { game: id, moves: moves.slice(0, -1), legal: details[i % 3]! });
    await post("/api/play", { game: id, moves: moves.slice(0, -1), resigned: i % 2 ? "S" : "N", legal: "brief", history: "brief" });
    await post("/api/game", { game: id });
    expectNoExtraFields("MovesAnswer", await post("/api/moves", { game: id, moves }));
  }
});

it("describes directions, owned pits, openings, and three-row boards", async () => {
  const names = ["few_owner", "keep", "opening_tuz", "pass_mover", "reverse_capture", "reverse_free", "split", "three_rows", "tuz", "two"];
  for (const [i, name] of names.entries()) {
    const rules = readFileSync(here(`../../tests/data/rules/${name}.toml`), "utf8");
    const game = (await post("/api/game", { rules })) as Game;
    const moves = await randomMoves({ rules }, i);
    const { legal, position } = (await post("/api/play", { rules, moves: moves.slice(0, -1) })) as PlayAnswer;
    expect([position.owned !== undefined, position.opening !== undefined]).toEqual([game.owns !== null, game.opening > 0]);
    expect(((await post("/api/moves", { rules, moves: moves.slice(0, -1) })) as MovesAnswer).legal).toEqual(legal!.map(({ move }) => move));
  }
});

it("describes endings and illegal moves", async () => {
  const famine = (await post("/api/play", { game: "oware", position: "1-0-0-0-0-5-0-0-0-0-0-0-20-22-S" })) as PlayAnswer;
  expect(famine.illegal).toHaveLength(1);
  const won = (await post("/api/play", { game: "kalah", position: "0-0-0-0-0-1-1-0-0-0-0-0-40-6-S", moves: ["F"] })) as PlayAnswer;
  expect(won.ending).not.toBeNull();
  expectNoExtraFields("PlayAnswer", won);
  expectNoExtraFields("MovesAnswer", await post("/api/moves", { game: "kalah", position: "0-0-0-0-0-1-1-0-0-0-0-0-40-6-S", moves: ["F"] }));
});

it("returns the next round or the end of the match", async () => {
  const position = "0-0-0-0-0-0-0-0-0-1-18-21-S"; // South cannot move
  const round = { game: "bosh:round=1", position };
  const answer = (await post("/api/round", round)) as RoundAnswer;
  expectNoExtraFields("RoundAnswer", answer);
  const game = (await post("/api/game", { game: answer.next!.game })) as Game;
  expect([game.round, game.first_round, game.closed]).toEqual([2, null, ["A"]]);
  await post("/api/play", { game: answer.next!.game, position: answer.next!.position });
  expect(((await post("/api/round", { ...round, max_rounds: 1 })) as RoundAnswer).next).toBeNull();
  expect(((await post("/api/round", { game: round.game, resigned: "N" })) as RoundAnswer).loser).toBe("N");
  const set = (await post("/api/round", { game: "mangala:round=2,won=1-0", resigned: "N" })) as RoundAnswer;
  expect([set.rounds_won, set.loser, set.next?.game]).toEqual([{ S: 2, N: 0 }, null, "mangala:round=3,won=2-0"]);
  expect(await expectRefused(400, "api/round", { game: round.game })).toMatchObject({ field: "moves" });
  expect(await expectRefused(400, "api/round", { ...round, game: "bosh" })).toMatchObject({ field: "game" });
});

it("accepts custom rules", async () => {
  const game = (await post("/api/game", { rules: ownRules })) as { id: null; origin: string };
  expect([game.id, game.origin]).toEqual([null, "request"]);
  await post("/api/play", { rules: ownRules, moves: ["F"] });
  const failure = await expectRefused(400, "api/game", { rules: "name = 'x'\nsow = 3\n[end]\nwhen = ['stuck']\n" });
  expect(failure).toMatchObject({ field: "rules", line: 2 });
});

it("returns moves, lessons, hints, and advice", async () => {
  for (const { name, options } of catalog.player_kinds) {
    if (name === "human") continue;
    // Small limits, for slow machines.
    const limit = ["time=20", "depth=3"].find((text) => options.some((option) => text.startsWith(`${option.name}=`)));
    const player = limit ? `${name}:${limit}` : name;
    expectNoExtraFields("ChooseAnswer", await post("/api/choose", { game: "kalah", player, seed: 7 }));
  }
  expectNoExtraFields("ChooseAnswer", await post("/api/choose", { game: "kalah", player: "greedy", play: true }));
  for (const game of ["owari", "hus"]) expectNoExtraFields("Lesson", await post("/api/lesson", { game }));
  for (const game of ["owari", "hus"]) expectNoExtraFields("Coaching", await post("/api/coach", { game }));
  for (const game of ["owari", "hus"]) expectNoExtraFields("Hint", await post("/api/hint", { game, threat: game === "hus" }));
});

it("plays the chosen move if asked to", async () => {
  for (const { id: game } of catalog.games) {
    if (game === null) continue;
    const { move, turn, next } = (await post("/api/choose", { game, player: "greedy", seed: 1, play: true })) as ChooseAnswer;
    const before = (await post("/api/play", { game, history: "none" })) as PlayAnswer;
    expect(turn).toEqual(before.legal!.find((legal) => legal.move === move));
    expect(next).toEqual(await post("/api/play", { game, moves: [move], history: "none" }));
  }
});

it("streams analyses of every game", async () => {
  for (const { id } of catalog.games) {
    expect(await follow("/api/analyze", { game: id, nodes: 300, lines: 3, every: 0 })).toContain("analysis");
  }
  const over = { game: "owari", resigned: "S" } as const;
  expect(await follow("/api/analyze", over)).toContain("analysis");
  await follow("/api/analyze", { game: "awari", position: "1-0-2-0-1-0-0-0-0-0-0-0-22-22-S" }); // proven
  await follow("/api/analyze", { game: "owari", depth: 3, threat: true });
});

it("streams solutions", async () => {
  const ended = await follow("/api/solve", { game: "kalah:pits=3,seeds=2" });
  expect(ended).toEqual(["progress", "analysis"]);
  expect(await follow("/api/solve", { game: "owari", nodes: 2000, value: true })).toContain("analysis");
  expect(await follow("/api/solve", { game: "kalah", resigned: "S" })).toEqual(["analysis"]);
  const { id } = catalog.games.find(({ toml }) => /quiet = [1-9]/.test(toml))!;
  await expectRefused(400, "api/solve", { game: id });
});

itNeedsServer("reports the place in the queue", async () => {
  const first = new AbortController();
  let second: Promise<string[]> | undefined;
  const ended = follow("/api/analyze", { game: "hus", time: 60_000 }, () => {
    second ??= follow("/api/analyze", { game: "hus", nodes: 300 }, () => first.abort());
  }, first.signal);
  await expect(ended).rejects.toThrow("aborted");
  expect(await second).toEqual(["wait", "analysis"]);
});

it("streams reports", async () => {
  const moves = ["E", "a", "B"];
  expect(await follow("/api/report", { game: "owari", moves, time: 20 })).toEqual(expect.arrayContaining(["ply", "report"]));
  expect(await follow("/api/report", { game: "owari", moves, time: 20, resigned: "S" })).toEqual(expect.arrayContaining(["ply", "report"]));
  expect(await follow("/api/report", { game: "owari", time: 20 })).toContain("report");
});

it("reads and writes OGN", async () => {
  const text = '[Variant "owari"]\n[Event "Test"]\n\n1. E {best?} (1. F a (1... b 2. A) 2. B) a 2. B+4 *\n\n[Variant "kalah"]\n\n1. C F *\n';
  const answer = (await post("/api/ogn/read", { text })) as ReadAnswer;
  expect(answer.records).toHaveLength(2);
  expectNoExtraFields("ReadAnswer", answer);
  const own = (await post("/api/ogn/read", { text: '[Variant "fours"]\n\n1. F *\n', rules: ownRules })) as ReadAnswer;
  const written = (await post("/api/ogn/write", { records: [...answer.records, ...own.records], rules: ownRules })) as { text: string };
  expectNoExtraFields("WriteAnswer", written);
  expect(written.text).toContain("(1. F a (1... b 2. A) 2. B)");
  await post("/api/ogn/write", { records: [{ game: "kalah", line: [{ move: "C" }], resigned: "S" }] });
  expect(await expectRefused(400, "api/ogn/read", { text: '[Variant "owari"]\n\n1. E E *' })).toMatchObject({ field: "text", line: 3 });
});

it("probes databases", async () => {
  expectNoExtraFields("DatabaseAnswer", await get("/api/db/{game}", "api/db/awari?position=1-0-2-0-0-0-0-0-0-0-0-1-22-22-S"));
  expectNoExtraFields("DatabaseAnswer", await get("/api/db", "api/db?game=awari&position=1-0-2-0-0-0-0-0-0-0-0-1-22-22-S"));
  await expectRefused(404, "api/db/awari");
  await expectRefused(404, "api/db/owari");
  await expectRefused(400, "api/db/awari?position=1-2-3");
});

// A valid request per path. The server must refuse whatever the schema refuses.
const good: { [P in Path]?: Record<string, unknown> } = {
  "/api/game": { game: "owari", rules: null },
  "/api/play": { game: "owari", rules: null, position: null, moves: ["E"], resigned: null, legal: "none", history: "none" },
  "/api/moves": { game: "owari", rules: null, position: null, moves: ["E"], resigned: null },
  "/api/choose": { game: "owari", moves: ["E"], player: "greedy", seed: 3, play: true },
  "/api/hint": { game: "owari", moves: ["E"], threat: false },
  "/api/analyze": { game: "owari", moves: ["E"], time: 10, depth: 2, nodes: 100, lines: 2, every: 1, threat: true, keep: true },
  "/api/solve": { game: "kalah:pits=2,seeds=1", moves: ["A"], time: 1000, nodes: 100, value: true },
  "/api/report": { game: "owari", moves: ["E"], time: 10 },
  "/api/ogn/read": { text: '[Variant "owari"]\n\n1. E *', rules: null },
  "/api/ogn/write": { records: [{ game: "owari", line: [{ move: "E" }] }], rules: null },
};

describe.each(Object.keys(good) as Path[])("%s", (path) => {
  const valid = good[path]!;
  const pointer = `${routeOf(path)}/request`;

  it("accepts a valid request", async () => {
    expectValid(pointer, valid);
    const response = await send(path.slice(1), valid);
    expect(response.status).toBe(200);
    await response.text();
  });
  it("refuses the same fields as the schema", async () => {
    for (const name of [...Object.keys(valid), "surprise"]) {
      const wrong = { ...valid, [name]: { a: 1 } };
      expect(schemaErrors(pointer, wrong)).not.toBe("");
      expect((await expectRefused(400, path.slice(1), wrong)).field).toBe(name);
    }
  });
  it("refuses malformed requests", async () => {
    await expectRefused(400, path.slice(1), "{");
    await expectRefused(400, path.slice(1), "[]");
    await expectRefused(405, path.slice(1), undefined, "GET");
  });
});

it("refuses unknown paths and illegal moves", async () => {
  await expectRefused(404, "api/nothing");
  await expectRefused(405, "api/games", {});
  await expectRefused(405, "api/db/awari", {});
  expect(await expectRefused(400, "api/play", { game: "owari", moves: ["E", "E"] })).toMatchObject({ field: "moves[1]" });
  await expectRefused(400, "api/play", { game: "nothing" });
  await expectRefused(400, "api/play", { game: "owari", rules: ownRules });
  await expectRefused(400, "api/play", { position: "1-2-3" });
  await expectRefused(400, "api/choose", { player: "human" });
  await expectRefused(400, "api/choose", { player: "greedy", resigned: "S" });
  await expectRefused(400, "api/hint", { resigned: "N" });
  if (!isModule) await expectRefused(413, "api/play", " ".repeat(300_000));
});
