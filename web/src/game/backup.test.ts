import { expect, it } from "vitest";
import { loadProgress, saveProgress } from "../train/progress";
import { backup as words } from "../words/backup";
import { Archive } from "./archive";
import { makeBackup, mergeWith, readBackup, replaceBy } from "./backup";
import { FakeDatabase, FakeMemory, kept, report } from "./fakes";
import type { LadderEntry } from "./ladder_log";
import { loadRules, saveRules } from "./own_rules";

async function device(games: Record<string, number>, entries: Record<string, string> = {}) {
  const [database, memory] = [new FakeDatabase(), new FakeMemory()];
  const archive = new Archive(database);
  for (const [id, time] of Object.entries(games)) await archive.save(kept(id, time), id === "a" ? report : null);
  for (const [key, text] of Object.entries(entries)) memory.setItem(key, text);
  return { database, memory, archive, ids: async () => (await archive.list()).map(({ id, time }) => `${id}${time}`) };
}
const settings = '{"theme":"dark"}';

it("restores everything on another device", async () => {
  const from = await device({ a: 1, b: 2 }, { "sow.settings": settings, "sow.token": '"secret"', "sow.current": "a", "other.key": "1" });
  const text = await makeBackup(from.archive, from.memory, 7);
  expect(text).not.toContain("secret");
  const backup = readBackup(text);
  expect(backup).toMatchObject({ time: 7, memory: { "sow.settings": settings } });
  const to = await device({ c: 9 }, { "sow.settings": '{"theme":"light"}', "sow.rules": "[]", "sow.token": '"mine"' });
  expect(await replaceBy(backup, to.archive, to.memory)).toBe(true);
  expect(await to.ids()).toEqual(["b2", "a1"]);
  expect((await to.archive.report("a"))?.moves).toEqual(["E"]);
  expect(Object.fromEntries(to.memory.map)).toEqual({ "sow.settings": settings, "sow.token": '"mine"' });
});

it("merges: the later version of a game, the better progress, all rules, and your settings", async () => {
  const from = await device({ a: 5, b: 2, d: 3 }, { "sow.settings": settings, "sow.more": "{}" });
  saveProgress(from.memory, { ...loadProgress(from.memory), rating: 1200, solved: 30, mistakes: [{ game: "owari", position: "x", line: ["A"], loss: 2 }] });
  saveRules(from.memory, ["one", "two"]);
  const to = await device({ a: 1, b: 9 }, { "sow.settings": "{}" });
  saveProgress(to.memory, { ...loadProgress(to.memory), rating: 900, solved: 3, mistakes: [{ game: "owari", position: "y", line: ["B"], loss: 2 }] });
  saveRules(to.memory, ["two", "three"]);
  expect(await mergeWith(readBackup(await makeBackup(from.archive, from.memory, 7)), to.archive, to.memory)).toBe(true);
  expect(await to.ids()).toEqual(["b9", "a5", "d3"]);
  expect((await to.archive.report("a"))?.moves).toEqual(["E"]);
  expect(loadProgress(to.memory)).toMatchObject({ rating: 1200, solved: 30 });
  expect(loadProgress(to.memory).mistakes.map(({ position }) => position).sort()).toEqual(["x", "y"]);
  expect(loadRules(to.memory)).toEqual(["two", "three", "one"]);
  expect(to.memory.getItem("sow.settings")).toBe("{}");
  expect(to.memory.getItem("sow.more")).toBe("{}");
});

it("restores and merges the ladder", async () => {
  const entry = (id: string, moves: string, points: 1 | -1 | null = null): LadderEntry => ({ id, game: "owari", who: "random", side: "S", moves: [...moves], time: 1, points, void: false });
  const from = await device({});
  for (const one of [entry("a", ""), entry("b", ""), entry("b", "E", 1)]) await from.archive.record(one);
  const backup = readBackup(await makeBackup(from.archive, from.memory, 7));
  const to = await device({});
  for (const one of [entry("a", ""), entry("a", "E", -1)]) await to.archive.record(one);
  expect(await mergeWith(backup, to.archive, to.memory)).toBe(true);
  expect(await to.archive.ladder()).toEqual([entry("a", "E", -1), entry("b", "E", 1)]);
  const { ladder: _, ...old } = JSON.parse(await makeBackup(from.archive, from.memory, 7));
  expect(readBackup(JSON.stringify(old)).ladder).toEqual([]); // a backup of an older version
});

it("refuses anything else with one sentence", async () => {
  const { archive, memory } = await device({ a: 1 }, { "sow.settings": settings });
  const text = await makeBackup(archive, memory, 7);
  const changed = (fields: object) => JSON.stringify({ ...JSON.parse(text), ...fields });
  for (const other of ["", "hello", "null", "7", "[]", "{}", text.slice(0, -5)]) expect(() => readBackup(other)).toThrow(words.notBackup);
  expect(() => readBackup(changed({ version: 2 }))).toThrow(words.newer);
  const damaged = [
    { games: 3 }, { games: [{ id: "a" }] }, { reports: [{}] }, { reports: [{ id: "a", report: { moves: 1 } }] }, { memory: null }, { time: "now" },
    { memory: { "sow.settings": 3 } }, { memory: { "sow.token": '"x"' } }, { memory: { other: "{}" } },
  ];
  for (const fields of damaged) expect(() => readBackup(changed(fields))).toThrow(words.damaged);
});

const fail = () => {
  throw new Error("full");
};
it("reports that storage is full and changes nothing", async () => {
  const backup = readBackup(await makeBackup((await device({ a: 1 })).archive, new FakeMemory(), 7));
  const to = await device({ c: 9 }, { "sow.settings": settings });
  to.database.full = true;
  expect(await replaceBy(backup, to.archive, to.memory)).toBe(false);
  expect(await mergeWith(backup, to.archive, to.memory)).toBe(false);
  to.database.full = false;
  const setItem = to.memory.setItem.bind(to.memory);
  to.memory.setItem = (key, text) => (key === "sow.more" ? fail() : setItem(key, text));
  const large = { ...backup, memory: { "sow.settings": "{}", "sow.more": "{}" } };
  expect(await replaceBy(large, to.archive, to.memory)).toBe(false);
  expect(await to.ids()).toEqual(["c9"]);
  expect(to.memory.getItem("sow.settings")).toBe(settings);
});
