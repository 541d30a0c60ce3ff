// The server's sentences as a person at the board reads them: pits by their letters, as the board has them, and in a game
// against the computer "You" and "The computer" for South and North.
import { other, sideName } from "../api/sides";
import type { Side } from "../api/types";

export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;

// "E4" and "a7", as the terminal labels them, become "E" and "a".
export const byLetter = (text: string, labels: Record<string, string>): string =>
  Object.entries(labels).reduce((all, [letter, label]) => all.replaceAll(new RegExp(`\\b${label}\\b`, "g"), letter), text);

// What a person does is said in another form than what the computer does.
const yours: Record<string, string> = {
  plays: "play", wins: "win", moves: "move", has: "have", passes: "pass", resigns: "resign", takes: "take", loses: "lose", leads: "lead", does: "do", owns: "own", gets: "get", fills: "fill", begins: "begin",
};

function said(text: string, name: string, subject: string, possessive: string, verbs: Record<string, string>): string {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const begins = /(^|[.!?] |(?<! over): )$/; // a sentence: "Hint: You win by 2", but "The game is over: you resign"
  const placed = (word: string, before: string) => (begins.test(before) ? capital(word) : word);
  return text
    .replace(new RegExp(`\\b${name}'s\\b`, "g"), (_, at: number) => placed(possessive, text.slice(0, at)))
    .replace(new RegExp(`\\b${name}( (\\w+))?`, "g"), (_, rest: string | undefined, verb: string | undefined, at: number, whole: string) =>
      placed(subject, whole.slice(0, at)) + (verb ? ` ${verbs[verb] ?? verb}` : (rest ?? "")));
}

export function personal(text: string, you: Side | null): string {
  if (you === null) return text;
  const mine = said(text, sideName(you), "you", "your", yours)
    .replace(/\b(You|you) cannot move and passes/g, "$1 cannot move and pass")
    .replace(/\b(You|you) have (.*?) and has won/g, "$1 have $2 and have won");
  return said(mine, sideName(other(you)), "the computer", "the computer's", {});
}
