import { describe, expect, it } from "vitest";
import { Archive, type Kept, type Memory } from "./archive";

class FakeMemory implements Memory {
  map = new Map<string, string>();
  full = false;
  get length() { return this.map.size; }
  key(i: number) { return [...this.map.keys()][i] ?? null; }
  getItem(key: string) { return this.map.get(key) ?? null; }
  setItem(key: string, value: string) { if (this.full) throw new Error("full"); this.map.set(key, value); }
  removeItem(key: string) { this.map.delete(key); }
}

const kept = (id: string, time: number): Kept => ({
  id, time, result: "", plies: 1,
  saved: {
    game: "owari", rules: null, title: "Owari", position: null, line: [{ move: "E" }], live: 1, at: ["E"],
    players: { S: "human", N: "human" }, resigned: null, tags: {}, flipped: false,
  },
  report: null,
});

describe("Archive", () => {
  it("keeps games, the last changed first", () => {
    const archive = new Archive(new FakeMemory());
    archive.keep(kept("a", 1));
    archive.keep(kept("b", 3));
    archive.keep(kept("c", 2));
    expect(archive.list().map((game) => game.id)).toEqual(["b", "c", "a"]);
    expect(archive.load("a")).toEqual(kept("a", 1));
    archive.remove("b");
    expect(archive.load("b")).toBeNull();
  });

  it("passes over what it cannot read", () => {
    const memory = new FakeMemory();
    memory.setItem("sow.game.x", "{");
    memory.setItem("sow.game.y", '{"id":"y"}');
    memory.setItem("sow.rules", "7");
    expect(new Archive(memory).list()).toEqual([]);
    expect(new Archive(memory).rules()).toEqual([]);
  });

  it("does not fail when the browser keeps nothing", () => {
    const memory = new FakeMemory();
    memory.full = true;
    expect(new Archive(memory).keep(kept("a", 1))).toBe(false);
  });

  it("lets the oldest go when there are very many", () => {
    const archive = new Archive(new FakeMemory());
    for (let i = 0; i < 205; ++i) archive.keep(kept(`g${i}`, i));
    expect(archive.list().length).toBe(200);
    expect(archive.load("g0")).toBeNull();
  });
});
