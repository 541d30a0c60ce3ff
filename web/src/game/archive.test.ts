import { describe, expect, it } from "vitest";
import { Archive, winnerOf } from "./archive";
import { FakeDatabase, FakeMemory, kept, report } from "./fakes";
import { loadRules } from "./own_rules";

describe("Archive", () => {
  it("stores games, newest first, and their reports", async () => {
    const archive = new Archive(new FakeDatabase());
    await archive.save(kept("a", 1), report);
    await archive.save(kept("b", 3), null);
    await archive.save(kept("c", 2), null);
    expect((await archive.list()).map((game) => game.id)).toEqual(["b", "c", "a"]);
    expect(await archive.load("a")).toEqual(kept("a", 1));
    expect((await archive.report("a"))?.moves).toEqual(["E"]);
    expect(await archive.report("b")).toBeNull();
    await archive.remove("a");
    expect(await archive.load("a")).toBeNull();
    expect(await archive.report("a")).toBeNull();
  });

  it("skips unreadable entries", async () => {
    const database = new FakeDatabase();
    database.rows.set("games x", 7).set("games y", { id: "y" });
    expect(await new Archive(database).list()).toEqual([]);
    const memory = new FakeMemory();
    memory.setItem("sow.rules", "7");
    expect(loadRules(memory)).toEqual([]);
  });

  it("does not throw if storage fails", async () => {
    const database = new FakeDatabase();
    database.full = true;
    expect(await new Archive(database).save(kept("a", 1), null)).toBe(false);
  });

  it("imports games from local storage once", async () => {
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

  it("leaves games in local storage if they cannot be imported", async () => {
    const memory = new FakeMemory();
    memory.setItem("sow.game.a", JSON.stringify(kept("a", 1)));
    const database = new FakeDatabase();
    database.full = true;
    await new Archive(database).adopt(memory);
    expect(memory.length).toBe(1);
  });
});

it("finds the winner", () => {
  expect(winnerOf(kept("a", 1, "22–14"))).toBe("S");
  expect(winnerOf(kept("a", 1, "14–22"))).toBe("N");
  expect(winnerOf(kept("a", 1, "18–18"))).toBeNull();
  expect(winnerOf(kept("a", 1))).toBeUndefined();
  const given = kept("a", 1, "3–3");
  expect(winnerOf({ ...given, saved: { ...given.saved, resigned: "S" } })).toBe("N");
});
