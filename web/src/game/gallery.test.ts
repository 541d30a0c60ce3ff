import { expect, it } from "vitest";
import type { Game } from "../api/types";
import { factsText, gallery } from "./gallery";

const regions: Record<string, string> = { awari: "Computer olympiads", oware: "Ghana" };
const game = (name: string, origin: Game["origin"] = "built-in", rows: 2 | 4 = 2) =>
  ({ name, title: name.toUpperCase(), region: regions[name] ?? "", about: `All of ${name}`, family: name.split("/")[0], origin, rows }) as Game;
const all = [game("awari"), game("hus", "built-in", 4), game("kalah"), game("kalah/empty-capture"), game("oware"), game("owari"), game("mine", "request")];
const names = (group: Parameters<typeof gallery>[1], text = "") => gallery(all, group, text).map(({ name }) => name);

it("begins with one's own games and those to play first", () => {
  expect(names("all")).toEqual(["mine", "owari", "kalah", "oware", "awari", "hus", "kalah/empty-capture"]);
  expect(names("first")).toEqual(["owari", "kalah", "oware"]);
  expect(names("rows")).toEqual(["hus"]);
});

it("finds by title, region and description", () => {
  expect(names("all", " ghana ")).toEqual(["oware"]);
  expect(names("all", "all of hus")).toEqual(["hus"]);
  expect(names("all", "kalah")).toEqual(["kalah", "kalah/empty-capture"]);
  expect(factsText(all[0]!)).toBe("Computer olympiads · medium · about 90 moves");
  expect(factsText(game("mine", "request"))).toBe("");
});
