import { expect, it } from "vitest";
import type { Advice, Turn } from "../api/types";
import { comment } from "./coach";

const advice = (fields: Partial<Advice>): Advice =>
  ({ move: "E", loss: 4, proven_loss: 0, mark: "mistake", flaw: "other", allows: null, missed: 0, ...fields });
const turn = (taken = 0) => ({ move: "E", taken }) as Turn;

it("says what a move lost", () => {
  expect(comment(advice({ flaw: "open", allows: { move: "c", at: "D", seeds: 5 } }), turn())).toBe("E left 5 seeds open to capture by c: about 4 seeds lost.");
  expect(comment(advice({ flaw: "capture", missed: 5 }), turn())).toBe("E missed a capture of 5 seeds: about 4 seeds lost.");
  expect(comment(advice({ flaw: "capture", missed: 5 }), turn(2))).toContain("missed a capture of 5 more seeds");
  expect(comment(advice({ flaw: "again", loss: 1.2 }), turn())).toBe("E gave up an extra turn: about 1.2 seeds lost.");
  expect(comment(advice({}), turn())).toBe("There was a better move than E: about 4 seeds lost.");
});

it("labels proven losses", () => {
  expect(comment(advice({ proven_loss: 4 }), turn())).toContain(": 4 seeds lost (proven).");
  expect(comment(advice({ proven_loss: 2 }), turn())).toContain(": at least 2 seeds lost (proven), about 4 in all.");
});
