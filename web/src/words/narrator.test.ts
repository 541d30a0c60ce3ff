import { expect, it } from "vitest";
import type { Ending, Hint, MoveSummary, Position, Reasons, RoundAnswer, Score, Turn } from "../api/types";
import { count } from "./common";
import { Narrator } from "./narrator";

const plain = new Narrator(null);
const asSouth = new Narrator("S");
const asNorth = new Narrator("N");

const position = (mover: "S" | "N"): Position => ({ diagram: "", mover, pits: { S: [], N: [] }, stores: { S: 0, N: 0 } });

function turn(summary: Partial<MoveSummary>, fields: Partial<Turn> = {}): Turn {
  return {
    move: "E", mover: "S", taken: 0, laps: 1, last: "a", again: false, passed: null, ends: false, trace: null, after: position("N"),
    summary: {
      sown: 3, exchange: false, captured: [], resown: [], collected: [], given: [], removed: [], vanished: 0, owned: [], spared: false, cut: false, ...summary,
    },
    ...fields,
  };
}

it("describes a sowing to each listener", () => {
  expect(plain.move(turn({}))).toBe("South sows 3 seeds from E, ending in a.");
  expect(asSouth.move(turn({}))).toBe("You sow 3 seeds from E, ending in a.");
  expect(asNorth.move(turn({}))).toBe("The computer sows 3 seeds from E, ending in a.");
  expect(plain.move(turn({ sown: 18 }, { laps: 5 }))).toBe("South sows 18 seeds from E in 5 laps, ending in a.");
  expect(plain.move(turn({ sown: 1 }, { last: "store", again: true }))).toBe("South sows 1 seed from E, ending in the store. South moves again.");
  expect(plain.move(turn({ exchange: true, sown: 6 }))).toBe("South plays E and shifts 6 seeds, ending in a.");
});

it("calls the opponent by name", () => {
  const named = new Narrator("N", { S: "Rafi" });
  expect(named.move(turn({}))).toBe("Rafi sows 3 seeds from E, ending in a.");
  expect(named.notYourPit("A", "S")).toBe("It is Rafi's turn: A is your pit.");
});

it("describes captures", () => {
  const two = [{ at: "b", seeds: 2 }, { at: "a", seeds: 3 }];
  expect(asSouth.move(turn({ captured: two }))).toBe("You sow 3 seeds from E, ending in a, and capture 2 from b and 3 from a.");
  expect(asNorth.move(turn({ captured: two, collected: [{ at: "C", seeds: 4 }] })))
    .toBe("The computer sows 3 seeds from E, ending in a, captures 2 from b and 3 from a, and collects 4 from C.");
  expect(plain.move(turn({ captured: [1, 2, 3, 4, 5].map((seeds) => ({ at: "b", seeds })) })))
    .toBe("South sows 3 seeds from E, ending in a, and captures 15 from 5 pits.");
  expect(asSouth.move(turn({ resown: two }))).toBe("You sow 3 seeds from E, ending in a. You capture 2 from b and 3 from a and sow them again.");
  expect(plain.move(turn({ removed: two }))).toBe("South sows 3 seeds from E, ending in a, and removes 2 from b and 3 from a from the game.");
  expect(asNorth.move(turn({ given: two }))).toBe("The computer sows 3 seeds from E, ending in a. You receive 2 from b and 3 from a.");
});

it("describes what else a move does", () => {
  const start = "South sows 3 seeds from E, ending in a.";
  expect(plain.move(turn({ vanished: 1 }))).toBe(`${start} 1 seed leaves the game.`);
  expect(plain.move(turn({ owned: ["a"] }))).toBe(`${start} South now owns a.`);
  expect(asSouth.move(turn({ owned: ["a"] }))).toBe("You sow 3 seeds from E, ending in a. You now own a.");
  expect(plain.move(turn({ spared: true }))).toBe(`${start} The capture would take all of North's seeds, so nothing is captured.`);
  expect(asNorth.move(turn({ spared: true, captured: [{ at: "a", seeds: 2 }] })))
    .toBe("The computer sows 3 seeds from E, ending in a, and captures 2 from a. The capture would take all of your seeds, so one pit is spared.");
  expect(plain.move(turn({ cut: true }, { laps: 3 }))).toBe("South sows 3 seeds from E in 3 laps, ending in a. The turn ends after 3 laps.");
  expect(plain.move(turn({}, { passed: "N" }))).toBe(`${start} North cannot move and passes.`);
  expect(asNorth.move(turn({}, { passed: "N" }))).toBe("The computer sows 3 seeds from E, ending in a. You cannot move and pass.");
  expect(plain.move(turn({}, { again: true, ends: true }))).toBe(start);
});

it("announces decisions and endings", () => {
  const ending = (reason: Ending["reason"], side: Ending["side"], S: number, N: number, times = 0): Ending =>
    ({ reason, side, count: times, may_play_on: false, result: { S, N }, winner: S === N ? null : S > N ? "S" : "N" });
  expect(asSouth.decided("S")).toBe("You have more than half of the seeds and are certain to win.");
  expect(asSouth.decided("N")).toBe("The computer has more than half of the seeds and is certain to win.");
  expect(asNorth.ending(ending("side-empty", "S", 22, 26))).toBe("The game is over: the computer's side is empty. You win 26 to 22.");
  expect(plain.ending(ending("majority", "S", 26, 22))).toBe("The game is over: South has more than half of the seeds. South wins 26 to 22.");
  expect(plain.ending(ending("even", null, 24, 24), true)).toBe("The round is over: each player has half of the seeds. It is a draw, 24 to 24.");
  expect(asSouth.ending(ending("stuck", "S", 25, 23))).toBe("The game is over: you have no legal move. You win 25 to 23.");
  expect(plain.ending(ending("repetition", null, 24, 22, 2))).toBe("The game is over: the position occurred 2 times. South wins 24 to 22.");
  expect(plain.ending(ending("quiet", null, 24, 22, 50))).toBe("The game is over: 50 moves in a row without a capture. South wins 24 to 22.");
  expect(asSouth.ending(ending("resigned", "S", 0, 36))).toBe("The game is over: you resigned. The computer wins.");
  expect(plain.ending(ending("time", "S", 0, 36))).toBe("The game is over: South ran out of time. North wins.");
  expect(plain.ending(ending("illegal-move", "N", 36, 0))).toBe("The game is over: North made an illegal move. South wins.");
  expect(asSouth.ending(ending("crash", "N", 36, 0))).toBe("The game is over: the computer crashed. You win.");
  expect(plain.ending(ending("agreement", null, 18, 18))).toBe("The game is over: the players agreed to a draw.");
  expect([plain.result(ending("even", null, 24, 24)), asSouth.result(ending("time", "N", 36, 0)), plain.result(ending("agreement", null, 18, 18))])
    .toEqual(["A draw, 24 to 24", "You win", "A draw"]);
});

it("explains why a pit cannot be played", () => {
  expect(asSouth.refusal("F", "S", { reason: "starves", rule: null })).toBe("F would leave the computer without seeds.");
  expect(asNorth.refusal("F", "S", { reason: "slams", rule: null })).toBe("F would capture all of your seeds.");
  expect(plain.refusal("A", "S", { reason: "single", rule: "A single seed cannot be played." })).toBe("A has a single seed. A single seed cannot be played.");
  expect(asSouth.notYourPit("a", "S")).toBe("It is your turn: a is the computer's pit.");
  expect([plain.ownsPit("N"), asNorth.ownsPit("N")]).toEqual(["North owns this pit", "you own this pit"]);
});

it("gives hints and threats", () => {
  const why: Reasons = { captures: 5, saves: { at: "C", seeds: 4 }, reply: { do: "nothing", seeds: 0 }, follow_up: { at: "F", seeds: 3 } };
  const score: Score = { margin: 4, low: 4, high: 4, final: 4, kind: "exact", wdl: null };
  expect(asSouth.hint("E", why, score, "S"))
    .toBe("E captures 5, saves the 4 seeds in C, and leaves the computer nothing to capture; next, F captures 3. You win by 4 (proven).");
  expect(plain.hint("E", null, score, "S")).toBe("E: South wins by 4 (proven).");
  const reply = (reply: Reasons["reply"]) => plain.reasons({ captures: 0, saves: null, reply, follow_up: null }, "S");
  expect(reply({ do: "capture", seeds: 2 })).toBe("allows a capture of 2");
  expect([reply({ do: "end", seeds: 0 }), reply({ do: "again", seeds: 0 })]).toEqual(["ends the game", "earns an extra turn"]);
  const threat = { move: "b", quiet: false, why: { ...why, follow_up: null }, analysis: { mover: "N" } } as Hint;
  expect(asSouth.threat(threat)).toBe("The computer can capture 5 with b.");
  expect(plain.threat({ ...threat, quiet: true, why: null })).toBe("Nothing is threatened.");
});

it("names the expected result, stores included", () => {
  const verdict = (final: number, kind: Score["kind"], narrator = plain) =>
    narrator.verdict({ margin: final + 6, low: -48, high: 48, final, kind, wdl: null }, "N");
  expect(verdict(-3, "exact")).toBe("South wins by 3 (proven)");
  expect(verdict(-3, "exact", asSouth)).toBe("You win by 3 (proven)");
  expect(verdict(1.26, "estimate")).toBe("North leads by about 1.3");
  expect(verdict(0.04, "estimate")).toBe("About even");
  expect(verdict(0, "exact")).toBe("A draw (proven)");
  expect(verdict(0, "upper")).toBe("South cannot lose (proven)");
  expect(verdict(2, "lower")).toBe("North wins by at least 2 (proven)");
  expect(verdict(-2, "lower", asNorth)).toBe("You lose by at most 2 (proven)");
});

it("describes what follows a round", () => {
  const answer: RoundAnswer = {
    version: 1, seeds: { S: 45, N: 53 }, pits: { S: 6, N: 7 }, rounds_won: { S: 2, N: 1 }, loser: null, refill: "own", each: 7,
    next: { game: "x", position: "0-S", round: 2, mover: "S", stores: { S: 3, N: 0 }, closed: ["G"] },
  };
  expect(asSouth.round(answer)).toBe(
    "You have 45 seeds for the next round, the computer 53. You fill 6 pits with 7 seeds each; 3 stay in the store; G is closed. The computer fills 7 pits with 7 seeds each. You start round 2.",
  );
  expect(plain.round({ ...answer, refill: "share" })).toContain("South has 6 pits of 7 seeds. North has 7 pits of 7 seeds.");
  expect(plain.round({ ...answer, refill: "anew" })).toBe("South has won 2 rounds, North 1. South starts round 2.");
  expect(plain.round({ ...answer, next: null })).toBe("The match is over: South has 45 seeds, North 53. North wins the match.");
  expect(asSouth.round({ ...answer, next: null, loser: "S", pits: { S: 1, N: 13 } }))
    .toBe("The match is over: you have 45 seeds, the computer 53. You would have 1 pit in the next round, so the computer wins the match.");
});

it("counts things", () => {
  expect([count(0, "move"), count(1, "move"), count(2, "move")]).toEqual(["0 moves", "1 move", "2 moves"]);
});

it("says who captures the seeds left on the board", () => {
  const at = (S: number[], N: number[], stores = { S: 20, N: 21 }): Position => ({ diagram: "", mover: "S", pits: { S, N }, stores });
  const ending = (S: number, N: number, reason: Ending["reason"] = "side-empty"): Ending => ({ reason, side: "S", count: 0, may_play_on: false, result: { S, N }, winner: "N" });
  expect(asSouth.leftovers(at([0, 0], [3, 4]), ending(20, 28))).toBe("The computer captures the 7 seeds left on its side.");
  expect(asNorth.leftovers(at([0, 0], [3, 4]), ending(20, 28))).toBe("You capture the 7 seeds left on your side.");
  expect(plain.leftovers(at([1, 0], [3, 4]), ending(21, 28))).toBe("South captures the 1 seed left on their side, and North captures the 7 seeds left on their side.");
  expect(plain.leftovers(at([0, 0], [3, 4]), ending(27, 21))).toBe("South captures the 7 seeds left on the board.");
  expect(plain.leftovers(at([1, 0], [3, 4]), ending(0, 49, "resigned"))).toBe("");
  expect(plain.leftovers(at([1, 0], [3, 4]), ending(20, 21))).toBe(""); // nobody does
});
