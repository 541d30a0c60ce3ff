import { describe, expect, it } from "vitest";
import type { Saved } from "./saved";
import { fromFragment, isFragment, toFragment } from "./share";

const saved: Saved = {
  game: "owari", rules: null, title: "Owari", position: null,
  line: [{ move: "E" }, { comment: "gut für Süd ✓" }, { variation: [{ move: "F" }, { move: "a" }] }, { move: "b" }],
  at: ["E", "b"], players: { S: "human", N: "engine:level=3" }, resigned: null, tags: { Event: "Test" }, flipped: true, live: 2, clock: null,
};

describe("a link", () => {
  it("gives the game back", async () => {
    const fragment = await toFragment(saved);
    expect(isFragment(fragment)).toBe(true);
    expect(fragment).toMatch(/^[\w.-]+$/);
    expect(await fromFragment(fragment)).toEqual(saved);
  });

  it("stays short for a long game", async () => {
    const line = Array.from({ length: 120 }, (_, i) => ({ move: "ABCDEFabcdef"[(i * 7 + (i % 2) * 6) % 12]! }));
    expect((await toFragment({ ...saved, line })).length).toBeLessThan(600);
  });

  it("says so when it is damaged", async () => {
    const fragment = await toFragment(saved);
    for (const damaged of ["1.", "1.!!!!", "1." + fragment.slice(9), fragment.slice(0, -9)]) {
      await expect(fromFragment(damaged)).rejects.toThrow("The link is damaged");
    }
    const strange = { ...saved, players: null } as unknown as Saved;
    await expect(fromFragment(await toFragment(strange))).rejects.toThrow("The link is damaged");
  });

  it("does not unfold to more than a game can be", async () => {
    const bomb = { ...saved, title: "x".repeat(2 << 20) };
    await expect(fromFragment(await toFragment(bomb))).rejects.toThrow("The link is damaged");
  });
});
