import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Clock, clockText } from "./clock.svelte";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

it("runs for one side at a time, reports the end once, and can be saved", () => {
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

it("adds the increment after each move", () => {
  const clock = new Clock();
  clock.set(1, 5);
  clock.run("S");
  vi.advanceTimersByTime(20_000);
  clock.moved("S");
  clock.run("N");
  expect(clock.shown).toEqual({ S: 45, N: 60 });
  clock.moved("S", -1); // the move was not confirmed
  expect(clock.shown.S).toBe(40);
  const other = new Clock();
  other.load(clock.save());
  expect(other.increment).toBe(5);
  clock.set(1);
  clock.moved("S");
  expect(clock.shown.S).toBe(60);
});

it("formats minutes and seconds", () => expect([clockText(0), clockText(65), clockText(600)]).toEqual(["0:00", "1:05", "10:00"]));
