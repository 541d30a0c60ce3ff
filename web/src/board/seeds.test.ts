import { describe, expect, it } from "vitest";
import type { Event, Position } from "../api/types";
import { hand, SeedBoard, storeOf } from "./seeds";

const position = (south: number[], north: number[], stores: [number, number]): Position => ({
  diagram: "", mover: "S", pits: { S: south, N: north }, stores: { S: stores[0], N: stores[1] },
});

function counts(board: SeedBoard): Position {
  const row = (first: number) => [0, 1, 2].map((i) => board.seeds(String.fromCharCode(first + i)).length);
  return position(row(65), row(97), [board.seeds(storeOf("S")).length, board.seeds(storeOf("N")).length]);
}

const all = (board: SeedBoard) => [...board.holes.values()].flat().sort((a, b) => a - b);

describe("SeedBoard", () => {
  it("follows lift, drop, join and capture", () => {
    const board = new SeedBoard(position([3, 1, 0], [2, 2, 2], [0, 1]));
    const before = all(board);
    const trace: Event[] = [
      { do: "lift", at: "A", seeds: 3 }, { do: "drop", at: "B" }, { do: "drop", at: "C" }, { do: "drop", at: "store" },
      { do: "join", at: "b", seeds: 2 }, { do: "drop", at: "a" }, { do: "drop", at: "b" },
      { do: "capture", at: "c", seeds: 2 }, { do: "again" },
    ];
    for (const event of trace) board.apply(event, "S");
    expect(counts(board)).toEqual(position([0, 2, 1], [3, 1, 0], [3, 1]));
    expect(board.seeds(hand)).toEqual([]);
    expect(all(board)).toEqual(before);
  });

  it("moves seeds to either store or out of the game and tracks pit owners", () => {
    const board = new SeedBoard({ ...position([3, 1, 0], [2, 2, 2], [0, 1]), owned: { S: ["N", null, null], N: [null, null, null] } });
    const trace: Event[] = [
      { do: "collect", at: "A", seeds: 2 }, { do: "give", at: "B", seeds: 1 }, { do: "remove", at: "a", seeds: 2 }, { do: "own", at: "b" },
    ];
    for (const event of trace) board.apply(event, "S");
    expect(counts(board)).toEqual(position([1, 0, 0], [0, 2, 2], [2, 2]));
    expect([...board.owners]).toEqual([["A", "N"], ["b", "S"]]);
    board.set(position([1, 0, 0], [0, 2, 2], [2, 2]));
    expect(board.owners.size).toBe(0);
    expect(all(board)).toHaveLength(9);
  });

  it("moves as few seeds as possible", () => {
    const board = new SeedBoard(position([3, 1, 0], [2, 2, 2], [0, 1]));
    const stay = [...board.seeds("b")];
    board.set(position([0, 2, 1], [2, 2, 2], [1, 1]));
    expect(counts(board)).toEqual(position([0, 2, 1], [2, 2, 2], [1, 1]));
    expect(board.seeds("b")).toEqual(stay);
    board.set(position([0, 0, 0], [0, 0, 1], [0, 0]));
    board.set(position([4, 0, 0], [0, 0, 1], [0, 0]));
    expect(new Set(all(board)).size).toBe(5);
  });
});
