import { expect, it } from "vitest";
import type { Game } from "../api/types";
import { factsText, gallery } from "./gallery";

const regions: Record<string, string> = { awari: "Computer olympiads", oware: "Ghana" };
const game = (name: string, origin: Game["origin"] = "built-in", rows: 2 | 3 | 4 = 2) =>
  ({ name, title: name.toUpperCase(), region: regions[name] ?? "", about: `All of ${name}`, family: name.split("/")[0], origin, rows }) as Game;
const all = [game("awari"), game("sadeqa", "built-in", 3), game("hus", "built-in", 4), game("kalah"), game("kalah/empty-capture"), game("oware"), game("owari"), game("mine", "request")];
const names = (group: Parameters<typeof gallery>[1], text = "") => gallery(all, group, text).map(({ name }) => name);

it("begins with one's own games and those to play first", () => {
  expect(names("all")).toEqual(["mine", "owari", "kalah", "oware", "awari", "sadeqa", "hus", "kalah/empty-capture"]);
  expect(names("first")).toEqual(["owari", "kalah", "oware"]);
  expect(names("four")).toEqual(["hus"]);
  expect(names("three")).toEqual(["sadeqa"]);
  expect(names("easy")).toEqual(["owari", "kalah", "kalah/empty-capture"]);
});

it("finds by title, region and description", () => {
  expect(names("all", " ghana ")).toEqual(["oware"]);
  expect(names("all", "all of hus")).toEqual(["hus"]);
  expect(names("all", "kalah")).toEqual(["kalah", "kalah/empty-capture"]);
  expect(factsText(all[0]!)).toMatch(/^Computer olympiads · medium · about \d+0 moves$/);
  expect(factsText(game("new"))).toBe("medium"); // nobody has measured it yet
  expect(factsText(game("mine", "request"))).toBe("");
});
