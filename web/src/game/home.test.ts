import { expect, it } from "vitest";
import type { Game } from "../api/types";
import type { SavedGame } from "./archive";
import { offers } from "./home";
import type { LadderEntry } from "./ladder_log";

const game = (id: string) => ({ id, game: id, title: id, region: "", about: "", family: id.split("/")[0], origin: "built-in", sentences: [], rows: 2 }) as unknown as Game;
const games = ["awari", "kalah", "kalah/empty-capture", "oware", "owari"].map(game);
const saved = (id: string, name: string, result: string, plies = 20): SavedGame => ({
  id, time: -Number(id), result, plies,
  saved: {
    game: name, rules: null, title: name, position: null, line: [], live: plies, at: [], players: { S: "human", N: "random" }, resigned: null, tags: {}, flipped: false, clock: null,
  },
});

it("offers the newest unfinished game with moves", () => {
  expect(offers([saved("1", "owari", ""), saved("2", "owari", "20–16")], games, []).unfinished?.id).toBe("1");
  expect(offers([saved("1", "owari", "", 0), saved("2", "kalah", "")], games, []).unfinished?.id).toBe("2");
  expect(offers([saved("1", "owari", "20–16")], games, []).unfinished).toBeNull();
});

it("offers the next opponent in the game played last", () => {
  const entry: Omit<LadderEntry, "points"> = { id: "1", game: "kalah", who: "random", side: "S", moves: [], time: 1, void: false };
  expect(offers([saved("1", "kalah", "20–16")], games, [{ ...entry, points: 1 }]).challenge).toMatchObject({ game: { id: "kalah" }, rung: { name: "Kojo" } });
  expect(offers([saved("1", "kalah", "10–26")], games, [{ ...entry, points: -1 }]).challenge?.rung.name).toBe("Ama");
  expect(offers([saved("1", "kalah:deal=17", "10–26")], games, [{ ...entry, points: -1 }]).challenge?.game.id).toBe("kalah"); // a random start
  expect(offers([saved("1", "kalah:pits=4", "10–26")], games, []).challenge).toBeNull();
  expect(offers([], games, []).challenge).toBeNull();
});

it("offers a game that has not been tried in any variant, good first games first", () => {
  expect(offers([], games, []).untried?.id).toBe("owari");
  expect(offers([saved("1", "owari:pits=5", "20–16")], games, []).untried?.id).toBe("kalah");
  expect(offers(["owari", "kalah/empty-capture", "oware", "awari"].map((name, i) => saved(String(i), name, "")), games, []).untried).toBeNull();
});
