import type { Heading } from "../board/heading";
import { seeds } from "./common";

export const boardOf = (title: string): string => `${title} board`;

// Pits and stores, as screen readers announce them.
export const store = (whose: string, n: number): string => `${whose} store, ${seeds(n)}`;
export const pit = (whose: string, letter: string, n: number): string => `${whose} pit ${letter}, ${seeds(n)}`;
export const closedPit = (whose: string, letter: string): string => `${whose} pit ${letter}, closed`;
export const eitherDirection = "can be sown in either direction";
export const hinted = "hint";
export const threatened = "threat";

// A move, in a few words.
export const endsIn = (hole: string): string => `ends in ${hole === "store" ? "the store" : hole}`;
export const captures = (n: number): string => `captures ${n}`;
export const takesOver = (pit: string): string => `takes ownership of ${pit}`;
export const extraTurn = "extra turn";

export const chooseDirection = (pit: string): string => `Direction to sow ${pit}`;
export const headings: Record<Heading, string> = { left: "left", right: "right", up: "up", down: "down" };
export const direction = (move: string, heading: Heading, result: string): string => `${move}, ${headings[heading]}: ${result}`;
