import { expect, it } from "vitest";
import { placeText, readPlace } from "./place";

it("round-trips", () => {
  for (const moves of [[], ["E"], ["E", "a", "B"], ["C>", "d<1"]]) {
    const place = { id: "0a1b", moves };
    expect(readPlace(placeText(place))).toEqual(place);
  }
  expect(placeText({ id: "x", moves: ["E", "a"] })).toBe("game=x/E.a");
});

it("ignores other addresses", () => {
  for (const other of ["", "1.abc", "token=x", "game=", "game=x", "game=x/%"]) expect(readPlace(other)).toBeNull();
});
