import { expect, it } from "vitest";
import type { SavedGame } from "./archive";
import { balance, meetings, nextChallenge, nextLevel, nicknameOf, opponentBeside, rungs, sideAgainst, stars, starsEarned } from "./ladder";

const game = (south: string, north: string, result: string, time: number, change: Partial<SavedGame["saved"]> = {}): SavedGame => ({
  id: String(time), time, result, plies: 20,
  saved: {
    game: "owari", rules: null, title: "Owari", position: null, line: [], live: 20, at: [],
    players: { S: south, N: north }, resigned: null, tags: {}, flipped: false, clock: null, ...change,
  },
});

it("counts finished games against ladder opponents, oldest first", () => {
  const games = [
    game("random", "human", "10–26", 3),
    game("human", "random", "20–16", 1),
    game("human", "random", "", 2),
    game("human", "human", "20–16", 4),
    game("random", "greedy", "20–16", 5),
    game("human", "engine:level=7", "20–16", 6),
    game("human", "random", "20–16", 7, { game: "kalah" }),
    game("human", "random", "20–16", 8, { live: null }),
    game("human", "random", "20–16", 9, { position: "0-0-0-0-0-1-0-0-0-0-0-0-30-5-S" }),
    game("human", "random", "20–16", 10, { aided: true }),
  ];
  expect(meetings(games, "owari")).toMatchObject([{ side: "S", points: 1 }, { side: "N", points: 1 }]);
});

it("awards stars for a win, for both sides, and for three in a row", () => {
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

it("suggests the first unbeaten opponent", () => {
  expect(nextChallenge([])?.name).toBe("Sparrow");
  const won = rungs.map(({ who }) => ({ who, side: "S", points: 1 }) as const);
  expect(nextChallenge(won.slice(0, 3))?.name).toBe(rungs[3]!.name);
  expect(nextChallenge(won)?.name).toBe("Sparrow"); // more stars
  expect(nicknameOf("engine:level=3")).toBe("Monkey");
  expect(nicknameOf("human")).toBe("");
});

it("reports the stars that a game has earned", () => {
  const won = game("human", "random", "20–16", 1);
  expect(starsEarned([won], "owari", won)).toMatchObject({ rung: { name: "Sparrow" }, stars: 1, next: { name: "Mouse" } });
  expect(starsEarned([won, game("human", "random", "20–16", 2)], "owari", game("human", "random", "20–16", 2))?.stars).toBe(0);
  expect(starsEarned([], "owari", game("human", "random", "16–20", 1))?.stars).toBe(0);
  expect(starsEarned([], "owari", game("human", "random", "20–16", 1, { aided: true }))).toBeNull();
});

it("offers another level after two wins or two losses against the same opponent", () => {
  const won = (time: number, change = {}) => game("human", "greedy", "20–16", time, change);
  const lost = (time: number, change = {}) => game("human", "greedy", "10–26", time, change);
  expect(nextLevel([won(1)], won(2))).toBe("harder");
  expect(nextLevel([won(1)], game("greedy", "human", "10–26", 2))).toBe("harder"); // with the other side
  expect(nextLevel([lost(1)], lost(2))).toBe("easier");
  expect(nextLevel([lost(1), won(2)], lost(3))).toBeNull(); // not in a row
  expect(nextLevel([won(1)], won(1))).toBeNull(); // the same game
  expect(nextLevel([won(1, { aided: true })], won(2))).toBeNull();
  expect(nextLevel([won(1, { aided: true, coach: true })], won(2))).toBe("harder");
  expect(nextLevel([lost(1, { aided: true })], lost(2))).toBe("easier");
  expect(nextLevel([won(1, { players: { S: "human", N: "random" } })], won(2))).toBeNull();
  expect(nextLevel([won(1, { game: "kalah" })], won(2))).toBeNull();
  expect(nextLevel([game("human", "greedy", "18–18", 1)], won(2))).toBeNull();
  expect(nextLevel([won(1, { resigned: "S" })], won(2, { resigned: "S" }))).toBe("easier");
});

it("knows the next opponent in both directions", () => {
  expect(opponentBeside("engine:level=1", 1, [])).toBe("greedy");
  expect(opponentBeside("engine:level=1", -1, [])).toBe("random");
  expect(opponentBeside("random", -1, [])).toBeNull();
  const kinds = [{ name: "engine", help: "", options: [{ name: "level", help: "", min: 1, max: 10, default: null }] }] as never;
  expect(opponentBeside("engine:level=7", 1, kinds)).toBe("engine:level=8"); // not on the ladder
});
