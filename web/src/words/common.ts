// Words that several areas share. Each module of this folder holds the English of one area of the page: constants, and
// functions of the values a message shows. A translation is a second set of these files.
import type { Side } from "../api/types";

export const appName = "Sow";
export const count = (n: number, noun: string, plural = `${noun}s`): string => `${n} ${n === 1 ? noun : plural}`;
export const seeds = (n: number): string => count(n, "seed");
export const games = (n: number): string => count(n, "game");
export const moves = (n: number): string => count(n, "move");

export const sides: Record<Side, string> = { S: "South", N: "North" };
export const you = "You";
export const opponent = "Opponent";
export const yourOpponent = "your opponent";

export const close = "Close";
export const cancel = "Cancel";
export const tryAgain = "Try again";
export const requestsAhead = (n: number): string => `${count(n, "request")} ahead of yours`;
export const moreGames = (n: number): string => `Show more (${games(n)} not shown)`;
export const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)}%`;
