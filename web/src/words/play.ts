import type { Side } from "../api/types";
import { sides } from "./common";

// The page.
export const pageTitle = (game: string): string => `Sow: ${game}`;
export const tabs = { moves: "Moves", explorer: "Explorer", report: "Report", rules: "Rules" };
export const aboutGame = "Game details";
export const exercise = "Exercise";
export const toolbar = "Page";
export const gameControls = "Game";

export const menu = {
  home: "Home",
  newGame: "New game",
  learn: "Learn",
  puzzles: "Puzzles",
  ladder: "Ladder",
  open: "Open",
  games: "Your games",
  share: "Share",
  backup: "Backup",
  setUp: "Set up",
  mute: "Mute",
  unmute: "Unmute",
  settings: "Settings",
  keys: "Keyboard shortcuts",
};

export const commands = {
  first: "Go to the start",
  back: "Previous move",
  forward: "Next move",
  last: "Go to the end",
  undo: "Take back",
  redo: "Redo",
  hint: "Hint",
  threat: "Show the opponent's threat",
  flip: "Flip the board",
  resign: "Resign",
  pause: "Pause or resume computer players",
  analysis: "Turn analysis on or off",
  zen: "Show only the board",
  sound: "Turn sound on or off",
  skip: "Skip the animation, close the message, return to the game",
  keys: "Keyboard shortcuts",
};
export type CommandName = keyof typeof commands;
export const withKeys = (title: string, keys: string): string => `${title} (${keys})`;
export const keyNames: Record<string, string> = {
  ArrowLeft: "←", ArrowRight: "→", " ": "Space", Escape: "Esc", Home: "Home", End: "End", Backspace: "⌫",
};

// Buttons below the board.
export const labels = { back: "Back", forward: "Forward", hint: "Hint", threat: "Threat", undo: "Undo", menu: "Menu" };
export const play = "Play";
export const pause = "Pause";
export const leaveZen = "Show everything";
export const speed = "Speed";

// A player's line beside the board.
export const state = { sowing: "sowing", wins: "wins", youWin: "win", thinking: "thinking…", toMove: "to move" };
export const matchScore = "Score of the match";
export const clockOf = (whose: string): string => `${whose} clock`;
export const seedsWon = "Seeds captured";
export const seedsUnit = "seeds";
export const seedsHeld = "Seeds in this player's pits";

// The status line.
export const turnOf = (whose: string): string => `${whose} turn.`;
export const toMove = (side: Side): string => `${sides[side]} to move.`;
export const firstMove = "Choose a pit with a dot.";
export const hint = "Hint: ";
export const threat = "Threat: ";
export const dismiss = "Dismiss";
export const thinking = (who: string): string => `${who} is thinking.`;
export const friendsTurn = "It is your friend's turn. Open the link that you receive from them.";
export const watching = "The computer is playing both sides. Pause to try your own moves.";

// The banner above the controls while the board shows something other than the game.
export const aside = { retry: "Try again", review: "Looking back", exploring: "Exploring" };
export type Aside = keyof typeof aside;
export const moved = (who: string): string => `${who} has moved.`;
export const gameMoved = "The game has moved on.";
export const clockRuns = "The clock is running.";
export const gameWaits = "The game is waiting.";
export const showAnswer = "Show me";
export const done = "Done";
export const continueHere = "Continue from here";
export const backToGame = "Back to the game";

// The question to two people when the position repeats.
export const repetition = "Repetition";
export const endHere = "The position repeats. End the game here?";
export const endGame = "End the game";
export const playOn = "Play on";

// The card at the end of a game.
export const gameOver = "Game over";
// In lists of games.
export const resigned = (who: string): string => `${who} resigned`;
export const lostOnTime = (who: string): string => `${who} ran out of time`;
export const nextRound = "Next round";
export const replayRound = "Replay this round";
export const nextGame = "Next game";
export const rematch = "Rematch";
export const switchSides = "Switch sides";
// Another level, after two wins or two losses.
export const offers = { harder: "Two wins in a row: ready for a harder opponent?", easier: "Two losses in a row: try an easier opponent first." };
export const levels = { harder: "Harder opponent", easier: "Easier opponent" };
export const review = "Review";
export const earned = (stars: number, name: string): string =>
  `You earned ${stars === 1 ? "a star" : `${stars} stars`} against ${name}. ${"★".repeat(stars)}`;
export const notCounted = "Not counted on the ladder. Only complete games without help count, and wins on time do not.";
export const nextOpponent = (name: string): string => `Next opponent: ${name}`;
