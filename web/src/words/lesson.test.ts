import { expect, it } from "vitest";
import type { LessonStep, Turn } from "../api/types";
import { summary, task, wrong } from "./lesson";

const position = { diagram: "", mover: "S", pits: { S: [1, 2, 0, 5, 0, 0], N: [0, 4, 0, 0, 0, 0] }, stores: { S: 7, N: 3 } } as LessonStep["position"];
const step = (topic: LessonStep["topic"], goal: Partial<LessonStep["goal"]> = {}, refuted: LessonStep["refuted"] = []): LessonStep =>
  ({ topic, sentences: [], position, good: [], goal: { at: null, seeds: 0, prevent: null, ...goal }, refuted });
const turn = (fields: Partial<Turn>): Turn => ({ move: "C", laps: 1, last: "D", taken: 0, again: false, ends: false, after: position, ...fields }) as Turn;

it("says what the task is about", () => {
  expect(task(step("again", { at: "store" }))).toBe("Make your last seed land in your store.");
  expect(task(step("again"))).toBe("Earn an extra turn with your last seed.");
  expect(task(step("capture", { at: "b", seeds: 4 }))).toBe("Capture the 4 seeds in b.");
  expect(task(step("defend", { prevent: { move: "c", at: "D", seeds: 5 } }))).toContain("capture the 5 seeds in D");
  expect(task(step("defend", { prevent: { move: "c", at: "D", seeds: 7 } }))).toContain("capture 7 of your seeds");
  expect(task(step("win", { seeds: 25 }))).toContain("25 seeds");
});

it("explains a wrong move by what it does", () => {
  expect(wrong(step("aim", { at: "e" }), turn({}))).toBe("C lands in D; count again.");
  expect(wrong(step("again", { at: "store" }), turn({}))).toBe("C lands in D; count again.");
  expect(wrong(step("again", { at: "store" }), turn({ last: "store" }))).toBe("C lands in your store and earns no extra turn.");
  expect(wrong(step("relay"), turn({ taken: 3 }))).toBe("C captures 3 seeds. Find a move that captures nothing.");
  expect(wrong(step("capture", { at: "b", seeds: 4 }), turn({ taken: 2 }))).toBe("C captures 2 seeds, but not those in b.");
  expect(wrong(step("most", { seeds: 5 }), turn({ laps: 2 }))).toBe("C lands in D after 2 laps and captures nothing.");
  expect(wrong(step("own"), turn({}))).toBe("C lands in D, and you own no new pit.");
  const refuted = [{ move: "C", allows: { move: "c", at: "D", seeds: 5 } }];
  expect(wrong(step("defend", {}, refuted), turn({}))).toBe("After C, your opponent plays c and captures the 5 seeds in D.");
  expect(wrong(step("win"), turn({ ends: true }))).toBe("C ends the game, but you do not win it.");
  expect(wrong(step("win", { seeds: 25 }), turn({}))).toBe("After C, you have 7 seeds in your store.");
});

it("sums up", () => {
  expect(summary(3, 3)).toBe("You solved all 3 tasks on the first try.");
  expect(summary(1, 3)).toBe("You solved 1 of 3 tasks on the first try.");
});
