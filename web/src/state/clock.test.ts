import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Clock, clockText } from "./clock.svelte";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

it("runs for one side at a time, tells when time is up, once, and is kept", () => {
  const clock = new Clock();
  const ended: string[] = [];
  clock.onend = (side) => ended.push(side);
  clock.set(1);
  vi.advanceTimersByTime(5000);
  expect(clock.shown).toEqual({ S: 60, N: 60 });
  clock.run("S");
  vi.advanceTimersByTime(20_000);
  clock.run("N");
  vi.advanceTimersByTime(30_000);
  expect(clock.shown).toEqual({ S: 40, N: 30 });
  const kept = clock.save()!;
  const other = new Clock();
  other.load(kept);
  expect(other.shown).toEqual({ S: 40, N: 30 });
  vi.advanceTimersByTime(60_000);
  expect(clock.shown.N).toBe(0);
  expect(ended).toEqual(["N"]);
  clock.set(0);
  expect(clock.save()).toBeNull();
});

it("writes minutes and seconds", () => expect([clockText(0), clockText(65), clockText(600)]).toEqual(["0:00", "1:05", "10:00"]));
