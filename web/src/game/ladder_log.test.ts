import { expect, it } from "vitest";
import { Archive, entriesOf } from "./archive";
import { FakeDatabase, kept } from "./fakes";
import { nextEntry, type LadderEntry } from "./ladder_log";

const state = (moves: string, change: Partial<LadderEntry> = {}): LadderEntry =>
  ({ id: "a", game: "owari", who: "greedy", side: "S", moves: [...moves], time: 1, points: null, void: false, ...change });
// The entry after these states have been recorded, from any tabs.
const after = (...states: LadderEntry[]) => states.reduce<LadderEntry | null>((entry, now) => nextEntry(entry, now), null)!;
const won = { points: 1 } as const;
const lost = { points: -1 } as const;

it("follows a game from its start to its end", () => {
  expect(after(state(""), state("E"), state("Ea"), state("Eab", won))).toMatchObject({ points: 1, void: false, moves: ["E", "a", "b"] });
});

it("keeps the result of a finished game", () => {
  const finished = after(state(""), state("Ea", lost));
  expect(nextEntry(finished, state("E", { void: true }))).toEqual(finished); // taken back
  expect(nextEntry(finished, state("Eb", won))).toEqual(finished);
  expect(nextEntry(finished, state("Ea", { ...won, who: "random" }))).toEqual(finished);
});

it("does not count a game with help, even if another tab does not know of it", () => {
  expect(after(state(""), state("E", { void: true }), state("Ea"), state("Eab", won)).void).toBe(true);
});

it("does not count a game whose opponent changes, unless before the first move", () => {
  expect(after(state(""), state("E"), state("Ea", { ...won, who: "engine:level=10" })).void).toBe(true);
  expect(after(state(""), state("", { who: "random" }), state("E", { who: "random" })).void).toBe(false);
});

it("does not count a game played on from an earlier position in another tab", () => {
  const stale = after(state(""), state("EaFb"), state("Ea")); // only looking
  expect(stale).toMatchObject({ void: false, moves: ["E", "a", "F", "b"] });
  expect(nextEntry(stale, state("EaD")).void).toBe(true);
});

it("does not count a game that it has not seen from the start", () => {
  expect(after(state("EaFb", won)).void).toBe(true);
  expect(nextEntry(null, state("EaFb", won), true).void).toBe(false); // from a backup
});

it("takes over the games of older versions once", async () => {
  const game = (id: string, result: string, change = {}) => ({ ...kept(id, 1, result), saved: { ...kept(id, 1).saved, players: { S: "human", N: "greedy" }, ...change } });
  const games = [
    game("won", "20–16"), game("lost", "16–20"), game("unfinished", ""), game("aided", "20–16", { aided: true }), game("study", "20–16", { live: null }),
    game("setup", "20–16", { position: "1-S" }), game("forfeit", "1–1", { resigned: "N" }), game("other", "20–16", { players: { S: "human", N: "human" } }),
  ];
  expect(entriesOf(games)).toMatchObject([{ id: "won", points: 1 }, { id: "lost", points: -1 }, { id: "unfinished", points: null }]);
  expect(entriesOf([{ ...game("empty", "20–16"), plies: 0 }])).toEqual([]);
  const archive = new Archive(new FakeDatabase());
  await archive.save(games[0]!, null);
  await archive.adoptLadder();
  await archive.remove("won");
  expect(await archive.ladder()).toMatchObject([{ id: "won", points: 1 }]);
  await archive.save(games[1]!, null);
  await archive.adoptLadder();
  expect(await archive.ladder()).toHaveLength(1);
});
