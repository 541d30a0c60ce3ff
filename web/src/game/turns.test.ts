import { expect, it } from "vitest";
import { movesOf, type Saved } from "./saved";
import { arrivalOf, forFriend, friendOf, nextId, updated } from "./turns";

const game = (moves: string, fields: Partial<Saved> = {}): Saved => ({
  game: "owari", rules: null, title: "Owari", position: null, line: [...moves].map((move) => ({ move })), live: moves.length, at: [...moves],
  players: { S: "human", N: "friend" }, resigned: null, tags: {}, flipped: false, clock: null, sent: 0, ...fields,
});

it("knows the friend's side", () => {
  expect(friendOf(game(""))).toBe("N");
  expect(friendOf(game("", { players: { S: "friend", N: "human" } }))).toBe("S");
  expect(friendOf(game("", { players: { S: "human", N: "human" } }))).toBeNull();
  expect(friendOf(game("", { live: null }))).toBeNull();
});

it("sends the moves of the game, from the friend's side, and keeps your notes", () => {
  const line = [{ move: "E" }, { comment: "risky" }, { variation: [{ move: "F" }] }, { move: "b" }, { move: "C" }];
  const sent = forFriend(game("", { line, live: 2, aided: true, at: [] }));
  expect(sent).toMatchObject({ line: [{ move: "E" }, { move: "b" }], at: ["E", "b"], live: 2, sent: 2, players: { S: "friend", N: "human" }, flipped: true });
  expect(sent).not.toHaveProperty("aided");
  expect(forFriend(sent)).toMatchObject({ players: { S: "human", N: "friend" }, flipped: false });
});

it("distinguishes links with new moves from old links and from other games", () => {
  expect(arrivalOf(game("Eb"), game("Ebc"))).toBe("news");
  expect(arrivalOf(game("Eb"), game("Eb"))).toBe("old");
  expect(arrivalOf(game("Ebc"), game("Eb"))).toBe("old");
  expect(arrivalOf(game("Eb"), game("Ea"))).toBe("other");
  expect(arrivalOf(game("Eb"), game("Ebc", { position: "1-1-S" }))).toBe("other");
  expect(arrivalOf(game("Eb"), game("Eb", { resigned: "N" }))).toBe("news");
  expect(arrivalOf(game("Eb", { resigned: "S" }), game("Ebc"))).toBe("old"); // you have resigned
});

it("adds the new moves to your copy, which keeps its notes", () => {
  const line = [{ move: "E" }, { comment: "mine" }, { move: "a" }]; // a was only explored
  const now = updated(game("", { line, live: 1, names: { S: "Ann", N: "" } }), game("Eb", { names: { S: "Anna", N: "Ben" } }));
  expect(movesOf(now)).toEqual(["E", "b"]);
  expect(now).toMatchObject({ live: 2, at: ["E", "b"], sent: 2, names: { S: "Ann", N: "Ben" } });
  expect(JSON.stringify(now.line)).toContain("mine");
  expect(now.line).toContainEqual({ variation: [{ move: "a", taken: 0 }] });
  expect(updated(game("E"), game("E", { resigned: "N" }))).toMatchObject({ resigned: "N", sent: 2 });
});

it("gives the games of a match the same ids on both devices", () => {
  expect(nextId("abc")).toBe("abc_2");
  expect(nextId("abc_2")).toBe("abc_3");
  expect(nextId("a_9")).toBe("a_10");
});
