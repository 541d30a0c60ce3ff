import { expect, it } from "vitest";
import type { Side } from "../api/types";
import type { SavedGame } from "./archive";
import type { LadderEntry, Points } from "./ladder_log";
import { balance, meetings, nextChallenge, nextLevel, nicknameOf, opponentBeside, rungs, sideAgainst, stars, starsEarned } from "./ladder";

const game = (south: string, north: string, result: string, time: number, change: Partial<SavedGame["saved"]> = {}): SavedGame => ({
  id: String(time), time, result, plies: 20,
  saved: {
    game: "owari", rules: null, title: "Owari", position: null, line: [], live: 20, at: [],
    players: { S: south, N: north }, resigned: null, tags: {}, flipped: false, clock: null, ...change,
  },
});

const entry = (side: Side, points: Points | null, time: number, change: Partial<LadderEntry> = {}): LadderEntry =>
  ({ id: String(time), game: "owari", who: "random", side, moves: ["A"], time, points, void: false, ...change });

it("counts finished games against ladder opponents, oldest first", () => {
  const log = [
    entry("N", 1, 3), entry("S", 1, 1), entry("S", null, 2), entry("S", 1, 6, { who: "engine:level=7" }), entry("S", 1, 7, { game: "kalah" }), entry("S", 1, 10, { void: true }),
  ];
  expect(meetings(log, "owari")).toMatchObject([{ side: "S", points: 1 }, { side: "N", points: 1 }]);
});

it("awards stars for a win, for both sides, and for three in a row", () => {
  const met = (...results: string[]) => meetings(results.map((text, i) => entry(text[0] as Side, text.endsWith("won") ? 1 : text.endsWith("drew") ? 0 : -1, i)), "owari");
  expect(stars(met(), "random")).toBe(0);
  expect(stars(met("S lost"), "random")).toBe(0);
  expect(stars(met("S won"), "random")).toBe(1);
  expect(stars(met("S won", "N won"), "random")).toBe(2);
  expect(stars(met("S won", "S drew", "S won", "S won"), "random")).toBe(1);
  expect(stars(met("S won", "S won", "N won"), "random")).toBe(3);
  expect(sideAgainst(met("S won"), "random")).toBe("N");
  expect(sideAgainst(met("S won", "N won"), "random")).toBe("S");
  expect(balance(met("S won", "S drew", "S lost", "S lost"))).toEqual([1, 1, 0, -1]);
});

it("suggests the first unbeaten opponent", () => {
  expect(nextChallenge([])?.name).toBe("Ama");
  const won = rungs.map(({ who }) => ({ who, side: "S", points: 1 }) as const);
  expect(nextChallenge(won.slice(0, 3))?.name).toBe(rungs[3]!.name);
  expect(nextChallenge(won)?.name).toBe("Ama"); // more stars
  expect(nicknameOf("engine:level=3")).toBe("Nadia");
  expect(nicknameOf("human")).toBe("");
});

it("reports what a game has earned", () => {
  const won = entry("S", 1, 1);
  expect(starsEarned([won], "1")).toMatchObject({ rung: { name: "Ama" }, counts: true, stars: 1, next: { name: "Kojo" } });
  expect(starsEarned([won, entry("S", 1, 2)], "2")?.stars).toBe(0);
  expect(starsEarned([entry("S", -1, 1)], "1")?.stars).toBe(0);
  expect(starsEarned([entry("S", 1, 1, { void: true })], "1")).toMatchObject({ counts: false, stars: 0, next: { name: "Ama" } });
  expect(starsEarned([won], "2")).toBeNull();
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
