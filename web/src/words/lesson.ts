// Lessons: tasks, what a wrong move does, and the summary.
import type { Capture, LessonStep, Turn } from "../api/types";
import { count, seeds } from "./common";

export const lesson = "Lesson";
export const topics: Record<LessonStep["topic"], string> = {
  sow: "Sowing",
  aim: "Counting ahead",
  again: "Extra turns",
  relay: "Relay sowing",
  capture: "Capturing",
  most: "The largest capture",
  direction: "Choosing a direction",
  own: "Owning a pit",
  defend: "Stopping a threat",
  win: "Winning",
  end: "What you have learned",
};

export const progress = (game: string, step: number, steps: number): string => `${game}, step ${step} of ${steps}`;

// "the 5 seeds in D", or "6 of your seeds" if it captures several pits. `pits`: South's, as they are before the
// capture.
function seedsOf({ at, seeds: n }: Capture, pits: readonly number[]): string {
  return pits[at.charCodeAt(0) - 65] === n ? `the ${seeds(n)} in ${at}` : `${n} of your seeds`;
}

export function task({ topic, goal, position }: LessonStep): string {
  switch (topic) {
    case "sow": return "Your turn: choose a pit with a dot.";
    case "aim": return `Make your last seed land in ${goal.at}.`;
    case "again": return goal.at === "store" ? "Make your last seed land in your store." : "Earn an extra turn with your last seed.";
    case "relay": return "Find a move that continues with another lap and captures nothing.";
    case "capture": return `Capture the ${seeds(goal.seeds)} in ${goal.at}.`;
    case "most": return "Several moves capture. Find the one that captures the most seeds.";
    case "direction": return "Find a pit that captures seeds in one direction but not in the other: select it, then choose an arrow.";
    case "own": return "Make a move that gives you ownership of a pit.";
    case "defend": return goal.prevent
      ? `Your opponent threatens to play ${goal.prevent.move} and capture ${seedsOf(goal.prevent, position.pits.S)}. Stop the threat, and leave no other pit open.` : "";
    case "win": return goal.seeds === 0 ? "Win the game in one move." : `Make sure of the win: get at least ${goal.seeds} seeds into your store, more than half of all.`;
    case "end": return "";
  }
}

// What a wrong move does instead of solving the task.
export function wrong({ topic, goal, refuted }: LessonStep, turn: Turn): string {
  const { move, taken } = turn;
  const laps = turn.laps > 1 ? ` after ${turn.laps} laps` : "";
  const lands = `${move} lands in ${turn.last === "store" ? "your store" : turn.last}${laps}`;
  const nothing = `${lands} and captures nothing.`;
  switch (topic) {
    case "aim": return `${lands}; count again.`;
    case "again": return goal.at === "store" && turn.last !== "store" ? `${lands}; count again.` : `${lands} and earns no extra turn.`;
    case "relay": return taken > 0 ? `${move} captures ${seeds(taken)}. Find a move that captures nothing.` : `${lands}, and the turn ends there.`;
    case "capture": return taken > 0 ? `${move} captures ${seeds(taken)}, but not those in ${goal.at}.` : `${lands} and does not capture the seeds in ${goal.at}; count again.`;
    case "most": return taken > 0 ? `${move} captures ${seeds(taken)}, but there is a larger capture.` : nothing;
    case "direction": return taken > 0 ? `${move} captures ${seeds(taken)}, but so does the other direction.` : nothing;
    case "own": return `${lands}, and you own no new pit.`;
    case "defend": {
      const allows = refuted.find((one) => one.move === move)?.allows;
      return allows ? `After ${move}, your opponent plays ${allows.move} and captures ${seedsOf(allows, turn.after.pits.S)}.` : "";
    }
    case "win": return goal.seeds > 0 ? `After ${move}, you have ${seeds(turn.after.stores.S)} in your store.`
      : turn.ends ? `${move} ends the game, but you do not win it.` : `${move} does not end the game.`;
    case "sow": case "end": return "";
  }
}

export const correct = (move: string): string => `Correct: ${move}.`;
export const answer = (move: string): string => `The answer is ${move}.`;

export const next = "Next";
export const show = "Show me";
export const skip = "Skip the lesson";
export const close = "Close";
export const play = "Play with the coach";

export const summary = (first: number, tasks: number): string =>
  first === tasks ? `You solved all ${count(tasks, "task")} on the first try.` : `You solved ${first} of ${count(tasks, "task")} on the first try.`;
export const firstTry = "first try";
export const retry = "Try again";
export const retryTopic = (topic: string): string => `Try again: ${topic}`;
export const howItEnds = "How the game ends";
export const whatNext = "Now play a game against the weakest opponent. The coach says when one of your moves loses something.";
