import { expect, it } from "vitest";
import type { Turn } from "../api/types";
import { previewOf } from "./preview";

it("collects the last seed, captures, ownership, and changes in seeds", () => {
  const before = { diagram: "", mover: "N" as const, pits: { S: [2, 3], N: [1, 0] }, stores: { S: 0, N: 0 } };
  const turn: Turn = {
    move: "a", mover: "N", taken: 2, laps: 1, last: "b", again: false, passed: null, ends: false,
    summary: { sown: 1, exchange: false, captured: [{ at: "A", seeds: 2 }], resown: [], collected: [], given: [], removed: [], vanished: 0, owned: ["A"], spared: false, cut: false },
    trace: [{ do: "lift", at: "a", seeds: 1 }, { do: "drop", at: "b" }, { do: "capture", at: "A", seeds: 2 }, { do: "own", at: "A" }],
    after: { diagram: "", mover: "S", pits: { S: [0, 3], N: [0, 1] }, stores: { S: 0, N: 2 } },
  };
  const preview = previewOf(turn, before);
  expect(preview.last).toBe("b");
  expect([...preview.taken]).toEqual([["A", 2]]);
  expect([...preview.owned]).toEqual(["A"]);
  expect(Object.fromEntries(preview.change)).toEqual({ A: -2, a: -1, b: 1, "store N": 2 });
});
