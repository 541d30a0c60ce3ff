import { expect, it } from "vitest";
import type { Kept } from "./archive";
import { balance, meetings, nextChallenge, nicknameOf, rungs, sideAgainst, stars } from "./ladder";

const game = (south: string, north: string, result: string, time: number, change: Partial<Kept["saved"]> = {}): Kept => ({
  id: String(time), time, result, plies: 20,
  saved: {
    game: "owari", rules: null, title: "Owari", position: null, line: [], live: 20, at: [],
    players: { S: south, N: north }, resigned: null, tags: {}, flipped: false, clock: null, ...change,
  },
});

it("counts games against those on the ladder that are over, in their order", () => {
  const games = [
    game("random", "human", "10–26", 3),
    game("human", "random", "20–16", 1),
    game("human", "random", "", 2),
    game("human", "human", "20–16", 4),
    game("random", "greedy", "20–16", 5),
    game("human", "engine:level=7", "20–16", 6),
    game("human", "random", "20–16", 7, { game: "kalah" }),
    game("human", "random", "20–16", 8, { live: null }),
  ];
  expect(meetings(games, "owari")).toMatchObject([{ side: "S", points: 1 }, { side: "N", points: 1 }]);
});

it("gives stars for a win, for either side, and for three in a row", () => {
  const met = (...results: string[]) => meetings(results.map((text, i) =>
    text.startsWith("N") ? game("random", "human", text.slice(1), i) : game("human", "random", text.slice(1), i)), "owari");
  expect(stars(met(), "random")).toBe(0);
  expect(stars(met("S16–20"), "random")).toBe(0);
  expect(stars(met("S20–16"), "random")).toBe(1);
  expect(stars(met("S20–16", "N16–20"), "random")).toBe(2);
  expect(stars(met("S20–16", "S18–18", "S20–16", "S20–16"), "random")).toBe(1);
  expect(stars(met("S20–16", "S20–16", "N16–20"), "random")).toBe(3);
  expect(sideAgainst(met("S20–16"), "random")).toBe("N");
  expect(sideAgainst(met("S20–16", "N16–20"), "random")).toBe("S");
  expect(balance(met("S20–16", "S18–18", "S16–20", "S16–20"))).toEqual([1, 1, 0, -1]);
});

it("challenges with the first who was not beaten", () => {
  expect(nextChallenge([])?.name).toBe("Sparrow");
  const won = rungs.map(({ who }) => ({ who, side: "S", points: 1 }) as const);
  expect(nextChallenge(won.slice(0, 3))?.name).toBe(rungs[3]!.name);
  expect(nextChallenge(won)?.name).toBe("Sparrow"); // more stars
  expect(nicknameOf("engine:level=3")).toBe("Monkey");
  expect(nicknameOf("human")).toBe("");
});
