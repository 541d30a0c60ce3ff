import { expect, it } from "vitest";
import { kindOf } from "./open";

it("detects games, rules, and positions", () => {
  expect(kindOf('[Variant "owari"]\n\n1. E b *', "")).toBe("ogn");
  expect(kindOf("1. E b 2. C *", "")).toBe("ogn");
  expect(kindOf('# mine\nname = "mine"\nextends = "oware"', "")).toBe("toml");
  expect(kindOf("3-3-3-3-3-3-3-3-3-3-3-3-0-0-S", "")).toBe("position");
  expect(kindOf("(1 3 0 2 2 2 6 4 2 1 0 8 1 11)", "board.txt")).toBe("position");
  expect(kindOf("anything", "mine.toml")).toBe("toml");
  expect(kindOf("anything", "study.OGN")).toBe("ogn");
});
