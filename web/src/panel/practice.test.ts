import { expect, it } from "vitest";
import type { ReportPly, Side } from "../api/types";
import { practiceOf } from "./practice";

const ply = (mover: Side, theme: ReportPly["theme"] | undefined, loss: number) =>
  ({ mover, theme, loss, mark: loss > 0 ? "mistake" : null }) as ReportPly;

it("finds what cost you most, over all your moves", () => {
  const plies = [ply("S", "threat", 3), ply("N", "capture", 20), ply("S", "capture", 4), ply("S", "threat", 2), ply("S", null, 9)];
  expect(practiceOf(plies, "S")).toEqual({ theme: "threat", times: 2, loss: 5 });
  expect(practiceOf(plies, "N").theme).toBe("capture");
});

it("names no theme if your mistakes have none, or if you made none", () => {
  expect(practiceOf([ply("S", null, 4), ply("S", undefined, 5)], "S")).toEqual({ theme: null, times: 2, loss: 9 });
  expect(practiceOf([ply("S", null, 0), ply("N", "threat", 3)], "S")).toEqual({ theme: null, times: 0, loss: 0 });
});
