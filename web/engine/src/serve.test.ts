import { expect, it } from "vitest";
import { familyOf } from "./serve.js";

it("finds the database files of the requested game and of its variants", () => {
  const post = (body: object) => familyOf({ method: "POST", path: "/api/analyze", body: JSON.stringify(body) });
  expect(post({ game: "kalah", moves: [] })).toBe("kalah");
  expect(post({ game: "kalah/empty-capture:pits=4" })).toBe("kalah");
  expect(post({ game: "toguz-kumalak" })).toBe("toguz-kumalak");
  expect(post({ game: "Übung:pits=5" })).toBe("-bung");
  expect(post({ game: null, rules: "name = 'mine'" })).toBe(null);
  expect(post({})).toBe("");
  expect(post({ game: 3 })).toBe("");
  expect(familyOf({ method: "GET", path: "/api/db?game=awari%2Fsolved&position=1", body: "" })).toBe("awari");
  expect(familyOf({ method: "BUILD", path: "bosh:round=2", body: "" })).toBe("bosh");
});
