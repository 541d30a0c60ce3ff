import { expect, it } from "vitest";
import { splitOgn } from "./split";

const game = (round: number) =>
  `[Variant "owari"]\n[Round "${round}"]\n[South "a \\"b\\" \\\\"]\n\n1. E b 2. C+3 {a comment\n[Not "a tag"]\n\\} still} c 12-24\n`;

it("splits a file into games", () => {
  const games = splitOgn(game(1) + "\n" + game(2) + game(3));
  expect(games.map(({ tags }) => tags.Round)).toEqual(["1", "2", "3"]);
  expect(games[0]!.tags.South).toBe('a "b" \\');
  expect(games[0]!.tags).not.toHaveProperty("Not");
  expect(games[1]!.text).toBe(game(2));
  expect(games.map(({ text }) => text).join("")).toBe(game(1) + "\n" + game(2) + game(3));
});

it("keeps a single game whole", () => {
  expect(splitOgn("1. E b *")).toEqual([{ tags: {}, text: "1. E b *" }]);
  expect(splitOgn('[Variant "owari"]\r\n\r\n1. E b *\r\n')).toHaveLength(1);
  expect(splitOgn('[Variant "owari"]\n')).toHaveLength(1);
  expect(splitOgn(" \n\n")).toEqual([]);
  expect(splitOgn("1. E {never closed\n[Variant \"owari\"]\n1. E")).toHaveLength(1);
});

it("splits ten thousand games", () => {
  const text = Array.from({ length: 10_000 }, (_, i) => game(i)).join("\n");
  expect(splitOgn(text)).toHaveLength(10_000);
});
