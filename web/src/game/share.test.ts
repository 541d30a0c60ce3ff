import { describe, expect, it } from "vitest";
import { damagedLink } from "../words/errors";
import type { Saved } from "./saved";
import { fromFragment, isFragment, toFragment } from "./share";

const saved: Saved = {
  game: "owari", rules: null, title: "Owari", position: null,
  line: [{ move: "E" }, { comment: "gut für Süd ✓" }, { variation: [{ move: "F" }, { move: "a" }] }, { move: "b" }],
  at: ["E", "b"], players: { S: "human", N: "engine:level=3" }, resigned: null, tags: { Event: "Test" }, flipped: true, live: 2, clock: null,
};

describe("a link", () => {
  it("round-trips", async () => {
    const fragment = await toFragment(saved);
    expect(isFragment(fragment)).toBe(true);
    expect(fragment).toMatch(/^[\w.-]+$/);
    expect(await fromFragment(fragment)).toEqual({ saved, id: null, kept: null });
    expect(await fromFragment(await toFragment(saved, { id: "abc_2" }))).toEqual({ saved, id: "abc_2", kept: null });
    expect(await fromFragment(await toFragment(saved, { kept: "abc" }))).toEqual({ saved, id: null, kept: "abc" });
  });

  it("is short even for a long game", async () => {
    const line = Array.from({ length: 120 }, (_, i) => ({ move: "ABCDEFabcdef"[(i * 7 + (i % 2) * 6) % 12]! }));
    expect((await toFragment({ ...saved, line })).length).toBeLessThan(600);
  });

  it("is rejected if damaged", async () => {
    const fragment = await toFragment(saved);
    for (const damaged of ["1.", "1.!!!!", "1." + fragment.slice(9), fragment.slice(0, -9)]) {
      await expect(fromFragment(damaged)).rejects.toThrow(damagedLink);
    }
    const strange: object[] = [
      { players: null }, { names: { S: "x".repeat(31), N: "" } }, { names: { S: 1, N: "" } }, { sent: 0.5 },
      { series: { game: 3, games: 2, score: { S: 1, N: 1 } } }, { series: { game: 1, games: 2, score: { S: 0.3, N: 0 } } },
    ];
    for (const fields of strange) await expect(fromFragment(await toFragment({ ...saved, ...fields }))).rejects.toThrow(damagedLink);
    await expect(fromFragment(await toFragment(saved, { id: "../x" }))).rejects.toThrow(damagedLink);
  });

  it("is rejected if it decompresses to too much", async () => {
    const bomb = { ...saved, title: "x".repeat(2 << 20) };
    await expect(fromFragment(await toFragment(bomb))).rejects.toThrow(damagedLink);
  });
});
