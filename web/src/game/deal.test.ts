import { expect, it } from "vitest";
import { dealOf } from "./deal";
import { gameKey } from "./saved";
import { nextId } from "./turns";

it("chooses the same random start on two devices, and another for the next game", () => {
  const id = "ab12";
  expect(dealOf("random-kalah", id)).toMatch(/^random-kalah:deal=[1-9]\d{0,5}$/);
  expect(dealOf("random-kalah", id)).toBe(dealOf("random-kalah", id));
  expect(dealOf("random-kalah", nextId(id))).not.toBe(dealOf("random-kalah", id));
  expect(dealOf("random-kalah:pits=4,seeds=2", id)).toMatch(/^random-kalah:pits=4,seeds=2,deal=\d+$/);
});

it("counts games with different random starts as the same game", () => {
  const key = (game: string) => gameKey({ game, rules: null });
  expect(key("random-kalah:deal=17")).toBe("random-kalah");
  expect(key("random-kalah:pits=4,seeds=2,deal=17")).toBe("random-kalah:pits=4,seeds=2");
  expect(key("random-kalah:deal=17,round=2")).toBe("random-kalah:round=2");
  expect(key("kalah:pits=4,seeds=2")).toBe("kalah:pits=4,seeds=2");
});
