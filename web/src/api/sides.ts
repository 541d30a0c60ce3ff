// The two sides, and their pits, which are letters: the case tells whose they are.
import type { Pit, Side } from "./types";

export const sides: readonly Side[] = ["S", "N"];
export const other = (side: Side): Side => (side === "S" ? "N" : "S");
export const sideName = (side: Side): string => (side === "S" ? "South" : "North");
// Of a pit, or of a move, which begins with one.
export const owner = (pit: Pit): Side => (pit === pit.toUpperCase() ? "S" : "N");
export const pitLetter = (side: Side, index: number): Pit => String.fromCharCode((side === "S" ? 65 : 97) + index);
