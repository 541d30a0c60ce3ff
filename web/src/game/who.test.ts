import { expect, it } from "vitest";
import { atLevel, fitWho, parseWho, whoText, whoTitle } from "./who";

it("round-trips player specifications", () => {
  for (const text of ["human", "greedy", "engine:level=3", "engine:level=10,time=500"]) {
    expect(whoText(parseWho(text))).toBe(text);
  }
  expect(parseWho("engine:level=x")).toEqual({ name: "engine", options: {} });
});

it("names players", () => {
  expect(whoTitle("human")).toBe("Person");
  expect(whoTitle("engine:level=3")).toBe("Nadia (strength 5 of 10)");
  expect(whoTitle("engine:level=7")).toBe("Computer (level 7)");
  expect(whoTitle("engine")).toBe("Computer (engine)");
  expect(whoTitle("greedy")).toBe("Zuri (strength 3 of 10)");
  expect(whoTitle("minimax:depth=3")).toBe("Computer (minimax, depth 3)");
});

it("changes levels", () => {
  const kinds = [{ name: "engine", help: "", options: [{ name: "level", help: "", min: 1, max: 10, default: 10 }] }];
  expect(atLevel("engine:level=3", 1, kinds)).toBe("engine:level=4");
  expect(atLevel("engine:level=1", -1, kinds)).toBeNull();
  expect(atLevel("engine", -1, kinds)).toBe("engine:level=9");
  expect(atLevel("human", 1, kinds)).toBeNull();
});

it("clamps options to their ranges", () => {
  const kind = { name: "engine", help: "", options: [{ name: "level", help: "", min: 1, max: 10, default: 10 }] };
  expect(fitWho({ name: "engine", options: { level: 99, depth: 3 } }, kind)).toEqual({ name: "engine", options: { level: 10 } });
});
