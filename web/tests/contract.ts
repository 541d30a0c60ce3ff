// Page and server hold to one contract: every answer and event of the real server fits api.schema.json, and nothing else does.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv/dist/2020";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEvents } from "../src/api/events";
import type { Catalog, Game, GameFields, MovesAnswer, PlayAnswer, ReadAnswer, RoundAnswer, Routes } from "../src/api/types";
import { here, program, serve, type Served } from "./server";

const read = (text: string): unknown => JSON.parse(text);

// --- the schema ---

const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false });
ajv.addSchema(JSON.parse(readFileSync(here("../api.schema.json"), "utf8")), "api");

type Path = keyof Routes;
const routeOf = (path: Path) => `Routes/properties/${path.replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D")}/properties`;

// What is wrong with a value, "" if nothing is.
function misfit(pointer: string, value: unknown): string {
  const validate = ajv.getSchema(`api#/$defs/${pointer}`);
  if (!validate) throw new Error(`the schema has no ${pointer}`);
  return validate(value) ? "" : ajv.errorsText(validate.errors);
}
function expectFit(pointer: string, value: unknown): void {
  const wrong = misfit(pointer, value);
  if (wrong) expect.fail(`${pointer}: ${wrong}\n${JSON.stringify(value).slice(0, 2000)}`);
}

// Every way to put one field too many into a value.
function* withSurprise(value: unknown): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield { ...value, surprise: 1 };
  for (const [key, inner] of Object.entries(value)) {
    for (const changed of withSurprise(inner)) {
      const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
      copy[key] = changed;
      yield copy;
    }
  }
}
function expectClosed(pointer: string, value: unknown): void {
  for (const changed of withSurprise(value)) {
    if (!misfit(pointer, changed)) expect.fail(`${pointer} lets something unknown pass: ${JSON.stringify(changed).slice(0, 2000)}`);
  }
}

// --- the server ---

let folder: string;
let server: Served;
let catalog: Catalog;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sow-contract-"));
  execFileSync(program, ["db", "build", "awari", "--seeds", "4", "--db", folder], { stdio: "ignore" });
  writeFileSync(join(folder, "mine.toml"), ownRules);
  writeFileSync(join(folder, "bad.toml"), "name = 3\n");
  server = await serve("--db", folder, "--games", folder, "--analyses", "1");
  catalog = (await get("/api/games", "api/games")) as Catalog;
});
afterAll(() => {
  server?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

const ownRules = 'name = "fours"\ntitle = "Fours"\nextends = "oware"\nsource = "A test."\n\n[[land]]\nat = "theirs"\ncount = 4\ntake = ["pit"]\n';

function send(address: string, body?: unknown, signal: AbortSignal | null = null): Promise<Response> {
  if (body === undefined) return fetch(server.base + address);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(server.base + address, { method: "POST", headers: { "Content-Type": "application/json" }, body: text, signal });
}

async function get(path: Path, address: string): Promise<unknown> {
  const response = await send(address);
  expect(response.status).toBe(200);
  const answer = read(await response.text());
  expectFit(`${routeOf(path)}/answer`, answer);
  return answer;
}

async function post<P extends Path>(path: P, body: Routes[P] extends { request: infer R } ? R : never): Promise<unknown> {
  expectFit(`${routeOf(path)}/request`, body);
  const response = await send(path.slice(1), body);
  const answer = read(await response.text());
  if (response.status !== 200) expect.fail(`${path} ${JSON.stringify(body)}: ${JSON.stringify(answer)}`);
  expectFit(`${routeOf(path)}/answer`, answer);
  return answer;
}

// The names of the events, each of which fits, in order and without repetition. `on` hears of each.
async function follow<P extends "/api/analyze" | "/api/report">(
  path: P, body: Routes[P]["request"], on: (event: string) => void = () => undefined, signal: AbortSignal | null = null,
): Promise<string[]> {
  expectFit(`${routeOf(path)}/request`, body);
  const response = await send(path.slice(1), body, signal);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const names: string[] = [];
  for await (const { event, data } of readEvents(response.body!)) {
    const value = read(data);
    expectFit(`${routeOf(path)}/events/properties/${event}`, value);
    expectClosed(`${routeOf(path)}/events/properties/${event}`, value);
    if (names.at(-1) !== event) names.push(event);
    on(event);
  }
  return names;
}

async function refused(status: number, address: string, body?: unknown, method?: string) {
  const response = method ? await fetch(server.base + address, { method }) : await send(address, body);
  const failure = (await response.json()) as { field: string | null };
  expect({ status: response.status, address, body }).toEqual({ status, address, body });
  expectFit("Failure", failure);
  return failure;
}

// The same numbers every time.
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// --- what is tried ---

const details = ["full", "brief", "none"] as const;

it("lists games, broken ones and players", () => {
  const level = catalog.players.find(({ name }) => name === "engine")?.options.find(({ name }) => name === "level");
  expect(level?.default).toBe(level?.most); // what a player does if nothing is said
  expect(catalog.games.length).toBeGreaterThan(20);
  expect(catalog.games.filter(({ origin }) => origin === "file").map(({ id }) => id)).toEqual(["mine.toml"]);
  expect(catalog.broken.map(({ id }) => id)).toEqual(["bad.toml"]);
  expectClosed(`${routeOf("/api/games")}/answer`, { ...catalog, games: catalog.games.slice(0, 1) });
});

// The first plies of a random game.
async function randomMoves(game: GameFields, seed: number): Promise<string[]> {
  const any = chance(seed);
  const moves: string[] = [];
  for (let ply = 0; ply < 16; ++ply) {
    const answer = (await post("/api/play", { ...game, moves, legal: "full", history: details[ply % 3]! })) as PlayAnswer;
    if (ply === 9) expectClosed(`${routeOf("/api/play")}/answer`, answer);
    if (answer.ending) break;
    moves.push(answer.legal![any(answer.legal!.length)]!.move);
  }
  return moves;
}

it("tells everything about random games of every kind", async () => {
  for (const [i, { id }] of catalog.games.entries()) {
    const moves = await randomMoves({ game: id }, i);
    await post("/api/play", { game: id, moves: moves.slice(0, -1), legal: details[i % 3]! });
    await post("/api/play", { game: id, moves: moves.slice(0, -1), resigned: i % 2 ? "S" : "N", legal: "brief", history: "brief" });
    await post("/api/game", { game: id });
    expectClosed("MovesAnswer", await post("/api/moves", { game: id, moves }));
  }
});

it("tells everything about directions, owned pits, openings and boards of three rows", async () => {
  const names = ["few_owner", "keep", "opening_tuz", "pass_mover", "reverse_capture", "reverse_free", "split", "three_rows", "tuz", "two"];
  for (const [i, name] of names.entries()) {
    const rules = readFileSync(here(`../../tests/data/rules/${name}.toml`), "utf8");
    const { game } = (await post("/api/game", { rules })) as { game: Game };
    const moves = await randomMoves({ rules }, i);
    const { legal, position } = (await post("/api/play", { rules, moves: moves.slice(0, -1) })) as PlayAnswer;
    expect([position.owned !== undefined, position.opening !== undefined]).toEqual([game.owns !== null, game.opening > 0]);
    expect(((await post("/api/moves", { rules, moves: moves.slice(0, -1) })) as MovesAnswer).legal).toEqual(legal!.map(({ move }) => move));
  }
});

it("tells how games end, and why a move cannot be made", async () => {
  const famine = (await post("/api/play", { game: "oware", position: "1-0-0-0-0-5-0-0-0-0-0-0-20-22-S" })) as PlayAnswer;
  expect(famine.illegal).toHaveLength(1);
  const won = (await post("/api/play", { game: "kalah", position: "0-0-0-0-0-1-1-0-0-0-0-0-40-6-S", moves: ["F"] })) as PlayAnswer;
  expect(won.ending).not.toBeNull();
  expectClosed("PlayAnswer", won);
  expectClosed("MovesAnswer", await post("/api/moves", { game: "kalah", position: "0-0-0-0-0-1-1-0-0-0-0-0-40-6-S", moves: ["F"] }));
});

it("leads from a round to the next, or to the end of the match", async () => {
  const position = "0-0-0-0-0-0-0-0-0-1-18-21-S"; // South cannot move
  const round = { game: "bosh:round=1", position };
  const answer = (await post("/api/round", round)) as RoundAnswer;
  expectClosed("RoundAnswer", answer);
  const { game } = (await post("/api/game", { game: answer.next!.game })) as { game: Game };
  expect([game.round, game.rounds, game.closed]).toEqual([2, null, ["A"]]);
  await post("/api/play", answer.next!);
  expect(((await post("/api/round", { ...round, most: 1 })) as RoundAnswer).next).toBeNull();
  expect(((await post("/api/round", { game: round.game, resigned: "N" })) as RoundAnswer).loser).toBe("N");
  const set = (await post("/api/round", { game: "mangala:round=2,won=1-0", resigned: "N" })) as RoundAnswer;
  expect([set.won, set.loser, set.next?.game]).toEqual([{ S: 2, N: 0 }, null, "mangala:round=3,won=2-0"]);
  expect(await refused(400, "api/round", { game: round.game })).toMatchObject({ field: "moves" });
  expect(await refused(400, "api/round", { ...round, game: "bosh" })).toMatchObject({ field: "game" });
});

it("takes rules of the user's own", async () => {
  const { game } = (await post("/api/game", { rules: ownRules })) as { game: { id: null; origin: string } };
  expect([game.id, game.origin]).toEqual([null, "request"]);
  await post("/api/play", { rules: ownRules, moves: ["F"] });
  const failure = await refused(400, "api/game", { rules: "name = 'x'\nsow = 3\n[end]\nwhen = ['stuck']\n" });
  expect(failure).toMatchObject({ field: "rules", line: 2 });
});

it("chooses and hints", async () => {
  for (const { name, options } of catalog.players) {
    if (name === "human") continue;
    // A little work each, so that a slow machine answers in time.
    const limit = ["time=20", "depth=3"].find((text) => options.some((option) => text.startsWith(`${option.name}=`)));
    const who = limit ? `${name}:${limit}` : name;
    expectClosed("ChooseAnswer", await post("/api/choose", { game: "kalah", who, seed: 7 }));
  }
  for (const game of ["owari", "hus"]) expectClosed("Lesson", await post("/api/lesson", { game }));
  for (const game of ["owari", "hus"]) expectClosed("Hint", await post("/api/hint", { game, threat: game === "hus" }));
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

it("says who is before one in the queue", async () => {
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
  expectClosed("ReadAnswer", answer);
  const own = (await post("/api/ogn/read", { text: '[Variant "fours"]\n\n1. F *\n', rules: ownRules })) as ReadAnswer;
  const written = (await post("/api/ogn/write", { records: [...answer.records, ...own.records], rules: ownRules })) as { text: string };
  expectClosed("WriteAnswer", written);
  expect(written.text).toContain("(1. F a (1... b 2. A) 2. B)");
  await post("/api/ogn/write", { records: [{ game: "kalah", line: [{ move: "C" }], resigned: "S" }] });
  expect(await refused(400, "api/ogn/read", { text: '[Variant "owari"]\n\n1. E E *' })).toMatchObject({ field: "text", line: 3 });
});

it("tells what a database holds", async () => {
  expectClosed("DatabaseAnswer", await get("/api/db/{game}", "api/db/awari?position=1-0-2-0-0-0-0-0-0-0-0-1-22-22-S"));
  await refused(404, "api/db/awari");
  await refused(404, "api/db/owari");
  await refused(400, "api/db/awari?position=1-2-3");
});

// A good request of each kind: what the schema refuses of it the server refuses as well.
const good: { [P in Path]?: Record<string, unknown> } = {
  "/api/game": { game: "owari", rules: null },
  "/api/play": { game: "owari", rules: null, position: null, moves: ["E"], resigned: null, legal: "none", history: "none" },
  "/api/moves": { game: "owari", rules: null, position: null, moves: ["E"], resigned: null },
  "/api/choose": { game: "owari", moves: ["E"], who: "greedy", seed: 3 },
  "/api/hint": { game: "owari", moves: ["E"], threat: false },
  "/api/analyze": { game: "owari", moves: ["E"], time: 10, depth: 2, nodes: 100, lines: 2, every: 1, threat: true, keep: true },
  "/api/report": { game: "owari", moves: ["E"], time: 10 },
  "/api/ogn/read": { text: '[Variant "owari"]\n\n1. E *', rules: null },
  "/api/ogn/write": { records: [{ game: "owari", line: [{ move: "E" }] }], rules: null },
};

describe.each(Object.keys(good) as Path[])("%s", (path) => {
  const request = good[path]!;
  const pointer = `${routeOf(path)}/request`;

  it("takes a good request", async () => {
    expectFit(pointer, request);
    const response = await send(path.slice(1), request);
    expect(response.status).toBe(200);
    await response.text();
  });
  it("and the schema refuse the same fields", async () => {
    for (const name of [...Object.keys(request), "surprise"]) {
      const wrong = { ...request, [name]: { a: 1 } };
      expect(misfit(pointer, wrong)).not.toBe("");
      expect((await refused(400, path.slice(1), wrong)).field).toBe(name);
    }
  });
  it("answers what is no request", async () => {
    await refused(400, path.slice(1), "{");
    await refused(400, path.slice(1), "[]");
    await refused(405, path.slice(1), undefined, "GET");
  });
});

it("refuses what is nowhere, and what cannot be played", async () => {
  await refused(404, "api/nothing");
  await refused(405, "api/games", {});
  await refused(405, "api/db/awari", {});
  expect(await refused(400, "api/play", { game: "owari", moves: ["E", "E"] })).toMatchObject({ field: "moves[1]" });
  await refused(400, "api/play", { game: "nothing" });
  await refused(400, "api/play", { game: "owari", rules: ownRules });
  await refused(400, "api/play", { position: "1-2-3" });
  await refused(400, "api/choose", { who: "human" });
  await refused(400, "api/choose", { who: "greedy", resigned: "S" });
  await refused(400, "api/hint", { resigned: "N" });
  await refused(413, "api/play", " ".repeat(300_000));
});
