// A database and a storage in memory, and a saved game, for tests.
import type { Memory, SavedGame, SavedReport } from "./archive";
import type { Database, Row, StoreName } from "./database";

export class FakeDatabase implements Database {
  rows = new Map<string, unknown>();
  full = false;
  async put(values: Partial<Record<StoreName, Row>>) {
    if (this.full) throw new Error("full");
    for (const [store, row] of Object.entries(values)) this.rows.set(`${store} ${row.id}`, row);
  }
  async putAll(rows: Partial<Record<StoreName, Row[]>>, clear: boolean) {
    if (this.full) throw new Error("full");
    if (clear) this.rows.clear();
    for (const [store, all] of Object.entries(rows)) for (const row of all) this.rows.set(`${store} ${row.id}`, row);
  }
  async get(store: StoreName, id: string) { return this.rows.get(`${store} ${id}`); }
  async all(store: StoreName) { return [...this.rows].filter(([key]) => key.startsWith(`${store} `)).map(([, row]) => row); }
  async update(store: StoreName, id: string, change: (old: unknown) => Row) { await this.put({ [store]: change(await this.get(store, id)) }); }
  async remove(id: string, from: readonly StoreName[]) { for (const store of from) this.rows.delete(`${store} ${id}`); }
}

export class FakeMemory implements Memory {
  map = new Map<string, string>();
  get length() { return this.map.size; }
  key(i: number) { return [...this.map.keys()][i] ?? null; }
  getItem(key: string) { return this.map.get(key) ?? null; }
  setItem(key: string, value: string) { this.map.set(key, value); }
  removeItem(key: string) { this.map.delete(key); }
}

export const kept = (id: string, time: number, result = ""): SavedGame => ({
  id, time, result, plies: 1,
  saved: {
    game: "owari", rules: null, title: "Owari", position: null, line: [{ move: "E" }], live: 1, at: ["E"],
    players: { S: "human", N: "human" }, resigned: null, tags: {}, flipped: false, clock: null,
  },
});
export const report = { moves: ["E"], plies: [], end: { sides: {} } } as unknown as SavedReport;
