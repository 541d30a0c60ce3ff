import { expect, it } from "vitest";
import { commands } from "./commands";
import { pitByLetter, pitsByNumber } from "./keyboard";

const north = ["a", "b", "c", "d", "e", "f"];
const labels = { a: "a7", b: "b8", c: "c9", d: "d10", e: "e11", f: "f12" };

it("finds pits by letter in either case", () => {
  expect(pitByLetter("E", north)).toBe("e");
  expect(pitByLetter("g", north)).toBeUndefined();
  expect(pitByLetter("Enter", north)).toBeUndefined();
});

it("finds pits by number and detects when another digit may follow", () => {
  expect(pitsByNumber("7", north, labels)).toEqual({ exact: "a", longer: false });
  expect(pitsByNumber("1", north, labels)).toEqual({ exact: undefined, longer: true });
  expect(pitsByNumber("12", north, labels)).toEqual({ exact: "f", longer: false });
  expect(pitsByNumber("1", ["A", "J"], { A: "Ax1", J: "Jx10" })).toEqual({ exact: "A", longer: true });
});

it("uses each command key once and never a key that names a pit", () => {
  const keys = commands.flatMap((command) => command.keys);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).not.toMatch(/^[a-p0-9]$/i);
});
