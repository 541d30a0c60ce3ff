import { expect, it } from "vitest";
import type { Event } from "../api/types";
import { holds, Pacer } from "./pace";

const drops = (n: number): Event[] => Array.from({ length: n }, () => ({ do: "drop", at: "A" }));
const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);

it("shows short turns at normal speed and limits the length of long ones", () => {
  expect(sum(holds(drops(4), 1))).toBeGreaterThan(400);
  expect(sum(holds(drops(4000), 1))).toBeLessThanOrEqual(2801);
  expect(sum(holds(drops(40), 1))).toBeLessThan(3000);
  expect(sum(holds(drops(4), 2))).toBeCloseTo(sum(holds(drops(4), 1)) / 2);
});

it("can be skipped while waiting", async () => {
  const pacer = new Pacer();
  const waiting = pacer.wait(1e6);
  pacer.skip();
  await waiting;
  await pacer.wait(1e6);
  expect(pacer.skipping).toBe(true);
});
