import { expect, it } from "vitest";
import type { Game } from "../api/types";
import { factsText, gallery } from "./gallery";

const regions: Record<string, string> = { awari: "Computer olympiads", oware: "Ghana" };
const rules: Record<string, number> = { owari: 9, kalah: 10, "kalah/empty-capture": 10, sadeqa: 14, hus: 11 };
const game = (name: string, origin: Game["origin"] = "built-in", rows: 2 | 3 | 4 = 2) => ({
  game: name, title: name.toUpperCase(), region: regions[name] ?? "", about: `All of ${name}`, family: name.split("/")[0], origin, rows,
  sentences: Array.from({ length: rules[name] ?? 13 }, () => ({ text: "A rule." })),
}) as unknown as Game;
const all = [game("awari"), game("sadeqa", "built-in", 3), game("hus", "built-in", 4), game("kalah"), game("kalah/empty-capture"), game("oware"), game("owari"), game("mine", "request")];
const names = (group: Parameters<typeof gallery>[1], text = "") => gallery(all, group, text).map(({ game: name }) => name);

it("lists your own games and good first games at the top", () => {
  expect(names("all")).toEqual(["mine", "owari", "kalah", "oware", "awari", "sadeqa", "hus", "kalah/empty-capture"]);
  expect(gallery(all, "all", "", all[2]).slice(0, 2).map(({ game: name }) => name)).toEqual(["hus", "mine"]); // the game on the board
  expect(names("first")).toEqual(["owari", "kalah", "oware"]);
  expect(names("four")).toEqual(["hus"]);
  expect(names("three")).toEqual(["sadeqa"]);
  expect(names("easy")).toEqual(["owari", "kalah", "sadeqa"]);
});

it("judges difficulty by the rules and by how often a stronger player wins, not by the rows", () => {
  const facts = (name: string, sentences: number) => factsText({ ...game(name), sentences: game(name).sentences.concat(Array(sentences).fill({ text: "" })) });
  expect(facts("hus", 0)).toContain("medium"); // four rows
  expect(facts("owari", 0)).toContain("easy");
  expect(facts("owari", 8)).toContain("hard");
  expect(facts("waurie", 0)).toContain("easy"); // level 3 wins half of the games against level 1
});

it("searches title, region, and description", () => {
  expect(names("all", " ghana ")).toEqual(["oware"]);
  expect(names("all", "all of hus")).toEqual(["hus"]);
  expect(names("all", "kalah")).toEqual(["kalah", "kalah/empty-capture"]);
  expect(factsText(all[0]!)).toMatch(/^Computer olympiads · medium · about \d+0 moves$/);
  expect(factsText(game("new"))).toBe("medium"); // length not measured
  expect(factsText(game("mine", "request"))).toBe("");
});
