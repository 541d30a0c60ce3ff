import { describe, expect, it } from "vitest";
import { Archive, winnerOf, type Kept, type KeptReport, type Memory } from "./archive";
import { stores, type Database, type Row, type StoreName } from "./database";
import { loadRules } from "./own_rules";

class FakeDatabase implements Database {
  rows = new Map<string, unknown>();
  full = false;
  async put(values: Partial<Record<StoreName, Row>>) {
    if (this.full) throw new Error("full");
    for (const [store, row] of Object.entries(values)) this.rows.set(`${store} ${row.id}`, row);
  }
  async get(store: StoreName, id: string) { return this.rows.get(`${store} ${id}`); }
  async all(store: StoreName) { return [...this.rows].filter(([key]) => key.startsWith(`${store} `)).map(([, row]) => row); }
  async remove(id: string) { for (const store of stores) this.rows.delete(`${store} ${id}`); }
}

class FakeMemory implements Memory {
  map = new Map<string, string>();
  get length() { return this.map.size; }
  key(i: number) { return [...this.map.keys()][i] ?? null; }
  getItem(key: string) { return this.map.get(key) ?? null; }
  setItem(key: string, value: string) { this.map.set(key, value); }
  removeItem(key: string) { this.map.delete(key); }
}

const kept = (id: string, time: number, result = ""): Kept => ({
  id, time, result, plies: 1,
  saved: {
    game: "owari", rules: null, title: "Owari", position: null, line: [{ move: "E" }], live: 1, at: ["E"],
    players: { S: "human", N: "human" }, resigned: null, tags: {}, flipped: false, clock: null,
  },
});
const report = { moves: ["E"], plies: [], end: {} } as unknown as KeptReport;

describe("Archive", () => {
  it("keeps games, the last changed first, and their reports", async () => {
    const archive = new Archive(new FakeDatabase());
    await archive.keep(kept("a", 1), report);
    await archive.keep(kept("b", 3), null);
    await archive.keep(kept("c", 2), null);
    expect((await archive.list()).map((game) => game.id)).toEqual(["b", "c", "a"]);
    expect(await archive.load("a")).toEqual(kept("a", 1));
    expect((await archive.report("a"))?.moves).toEqual(["E"]);
    expect(await archive.report("b")).toBeNull();
    await archive.remove("a");
    expect(await archive.load("a")).toBeNull();
    expect(await archive.report("a")).toBeNull();
  });

  it("passes over what it cannot read", async () => {
    const database = new FakeDatabase();
    database.rows.set("games x", 7).set("games y", { id: "y" });
    expect(await new Archive(database).list()).toEqual([]);
    const memory = new FakeMemory();
    memory.setItem("sow.rules", "7");
    expect(loadRules(memory)).toEqual([]);
  });

  it("does not fail when the browser keeps nothing", async () => {
    const database = new FakeDatabase();
    database.full = true;
    expect(await new Archive(database).keep(kept("a", 1), null)).toBe(false);
  });

  it("takes over games that were kept otherwise, once", async () => {
    const memory = new FakeMemory();
    const { clock: _, ...saved } = kept("a", 1).saved;
    memory.setItem("sow.game.a", JSON.stringify({ ...kept("a", 1), saved, report }));
    memory.setItem("sow.game.b", "{");
    memory.setItem("sow.settings", "{}");
    const archive = new Archive(new FakeDatabase());
    await archive.adopt(memory);
    expect(await archive.load("a")).toEqual(kept("a", 1));
    expect((await archive.report("a"))?.moves).toEqual(["E"]);
    expect([...memory.map.keys()]).toEqual(["sow.settings"]);
  });

  it("leaves them where they are if they cannot be kept", async () => {
    const memory = new FakeMemory();
    memory.setItem("sow.game.a", JSON.stringify(kept("a", 1)));
    const database = new FakeDatabase();
    database.full = true;
    await new Archive(database).adopt(memory);
    expect(memory.length).toBe(1);
  });
});

it("knows who has won", () => {
  expect(winnerOf(kept("a", 1, "22–14"))).toBe("S");
  expect(winnerOf(kept("a", 1, "14–22"))).toBe("N");
  expect(winnerOf(kept("a", 1, "18–18"))).toBeNull();
  expect(winnerOf(kept("a", 1))).toBeUndefined();
  const given = kept("a", 1, "3–3");
  expect(winnerOf({ ...given, saved: { ...given.saved, resigned: "S" } })).toBe("N");
});
