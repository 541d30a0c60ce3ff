import { expect, it } from "vitest";
import type { Archive, SavedGame, SavedLine } from "../game/archive";
import { countOwn } from "./tally";

const game = (id: string, moves: string[], result: string, change: Partial<SavedGame["saved"]> = {}): SavedGame => ({
  id, time: 0, result, plies: moves.length,
  saved: {
    game: "owari", rules: null, title: "Owari", position: null, line: moves.map((move) => ({ move })), live: moves.length, at: [],
    players: { S: "human", N: "greedy" }, resigned: null, tags: {}, flipped: false, clock: null, ...change,
  },
});

it("counts finished games by position and move, requesting positions once", async () => {
  const games = [
    game("a", ["E", "a"], "20–16"),
    game("b", ["E", "b"], "18–18"),
    game("c", ["E", "a"], ""), // unfinished
    game("d", ["F"], "0–36", { game: "kalah" }),
    game("e", ["E"], "20–16", { live: null }), // a study
  ];
  const lines: SavedLine[] = [];
  const archive = { list: async () => games, lines: async () => lines, saveLine: async (line: SavedLine) => (lines.push(line), true) };
  let asked = 0;
  const positions = async (_: unknown, moves: string[]) => (++asked, moves.map((_, i) => `after ${moves.slice(0, i).join("")}`));
  const count = () => countOwn(archive as unknown as Archive, "owari", positions);
  expect(await count()).toEqual({ "after ": { E: [2, 1, 1] }, "after E": { a: [1, 0, 0], b: [1, 0, 1] } });
  expect(await count()).toEqual(await count());
  expect(asked).toBe(2);
});
