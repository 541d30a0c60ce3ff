// The two sides and their pits: upper-case letters are South's, lower-case letters North's.
import { sides as names } from "../words/common";
import type { Pit, Side } from "./types";

export const sides: readonly Side[] = ["S", "N"];
export const other = (side: Side): Side => (side === "S" ? "N" : "S");
export const sideName = (side: Side): string => names[side];
// After the players have changed sides.
export const swapped = <T>(both: Readonly<Record<Side, T>>): Record<Side, T> => ({ S: both.N, N: both.S });
// The owner of a pit, or of the pit a move starts with.
export const owner = (pit: Pit): Side => (pit === pit.toUpperCase() ? "S" : "N");
export const pitLetter = (side: Side, index: number): Pit => String.fromCharCode((side === "S" ? 65 : 97) + index);
