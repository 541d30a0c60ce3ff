import type { Side } from "../api/types";
import type { Proven } from "../train/puzzles";
import type { Theme } from "../train/themes";
import { count, moves, seeds } from "./common";
import type { Narrator } from "./narrator";

export const puzzle = "Puzzle";
export const kinds = { daily: "Daily puzzle", next: "Puzzle", mistake: "Your mistake", rush: "Puzzle rush" };
export const themes: Record<Theme, string> = {
  feeding: "Running the opponent out of moves",
  threat: "Threat",
  hoarding: "Hoarding",
  "extra-turns": "Extra turns",
  sacrifice: "Sacrifice",
  capture: "The better capture",
};
// What the solution of each theme does.
const ideas: Record<Theme, string> = {
  feeding: "It leaves the opponent at most one legal move.",
  threat: "It prepares a capture, or saves seeds from one.",
  hoarding: "It keeps every seed away from the opponent's side.",
  "extra-turns": "It earns an extra turn.",
  sacrifice: "It lets the opponent capture, but gains more.",
  capture: "It is not the largest capture, but the best one.",
};

export const puzzleRating = (game: string, rating: number): string => `${game}, rating ${rating}`;
export const task = (length: number): string =>
  `It is your turn. Find the best ${length === 1 ? "move" : moves(length)}.`;
export const progress = (found: number, length: number): string => `${found} of ${length}`;

// Why a puzzle's first move is best: "Sacrifice. It lets the opponent capture, but gains more. B allows a capture of 3;
// next, D captures 9. The largest capture, E, captures 4 and allows a capture of 8."
export function why({ theme, why: reasons, tempting }: Proven, move: string, side: Side, narrator: Narrator): string {
  const largest = tempting ? ` The largest capture is wrong: ${tempting.move} ${narrator.reasons(tempting.why, side)}.` : "";
  const said = `It ${narrator.reasons(reasons, side)}.`;
  return `${ideas[theme]}${said === ideas[theme] ? "" : ` ${move} ${narrator.reasons(reasons, side)}.`}${largest}`;
}
export const proof = ({ margin, second_margin, plies }: Proven): string =>
  `${seeds(margin - second_margin)} better than any other move, proven ${plies === null ? "to the end of the game" : `${count(plies, "ply", "plies")} deep`}.`;

export const wrong = (move: string): string => `Not ${move}. Try another move.`;
export const correct = (move: string): string => `Correct: ${move}.`;
export const correctSoFar = (move: string, left: number): string => `Correct: ${move}. Find ${count(left, "more move")}.`;
export const strike = (move: string, best: string): string => `Not ${move}. The best move was ${best}.`;
export const answer = (move: string): string => `The answer is ${move}.`;

export const nextPuzzle = "Next puzzle";
export const showLine = "Play out the line";
export const showAnswer = "Show the answer";
export const close = "Close";

export const rating = "Rating";
export const solved = "Solved";
export const streak = "Day streak";
export const morePuzzles = "More puzzles";
export const puzzlesFor = "Puzzles for";
export const theme = "Theme";
export const allThemes = "All themes";
export const rush = (minutes: number): string => `Rush, ${minutes} minutes`;
export const rushAgain = "Play again";
export const endRush = "End the rush";
export const timeLeft = "Time";
export const strikes = "Mistakes";
export const best = "Best";
export const clock = (secondsLeft: number): string => `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, "0")}`;
export const rushResult = (solved: number, minutes: number, record: boolean): string =>
  `The rush is over: ${count(solved, "puzzle")} in ${minutes} minutes.${record ? " That is your best score." : ""}`;
export const daily = "Daily puzzle";
export const dailyDone = "Daily puzzle done";
export const mistakes = (n: number): string => `Your mistakes (${n})`;
