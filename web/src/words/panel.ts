import type { Mark, ReportPly } from "../api/types";
import { count, percent, requestsAhead } from "./common";

export const analysis = {
  title: "Analysis",
  waiting: requestsAhead,
  searching: "Searching…",
  figures: (depth: number | null, positions: string, rate: string): string =>
    `${depth === null ? "" : `depth ${depth} · `}${positions} positions · ${rate}`,
  perSecond: (n: string): string => `${n}/s`,
  proven: "proven",
  over: "The game is over.",
  playTo: (move: string): string => `Play up to ${move}`,
  fewer: "Fewer moves",
  all: (n: number): string => `All ${n} moves`,
  legendProven: "proven",
  legendEstimate: "estimated final margin for the player to move",
};

export const engine = {
  server: (threads: number): string => `Engine: server, ${threads === 1 ? "1 thread" : `up to ${threads} threads`}`,
  device: "Engine: this device",
  loading: " (loading)",
  lost: " (the server cannot be reached)",
  useServer: "The server is back. Use it",
};

export const moveList = {
  title: "Moves",
  empty: "No moves yet. Choose a pit to sow.",
  result: (south: number, north: number): string => `${south}–${north}`,
  comment: "Comment",
  editComment: "Edit comment",
  commentOn: (move: string): string => `Comment on ${move || "the start"}`,
  save: "Save",
  promote: "Make main line",
  remove: "Delete from here",
  captured: (n: number): string => `+${n}`,
  mark: (mark: Mark): string => mark,
};

export const report = {
  title: "Report",
  noGame: "Play a game first. The report then shows what each move cost.",
  intro: (moves: number): string =>
    moves === 1 ? "The engine checks the only move of the game and shows what it cost." : `The engine checks all ${moves} moves and shows what each one cost.`,
  create: "Create report",
  deeper: "Deeper analysis",
  progressLabel: "Report progress",
  progress: (done: number, total: number): string => `${done} of ${total}`,
  waiting: requestsAhead,
  stop: "Stop",
  clear: "Clear report",
  none: "No inaccuracies, mistakes, or blunders.",
  accuracy: "Accuracy",
  percent: (n: number): string => `${Math.round(n)}%`,
  noAccuracy: "–",
  seedsLost: "Seeds lost",
  marks: { inaccuracy: "Inaccuracies", mistake: "Mistakes", blunder: "Blunders" } satisfies Record<Mark, string>,
  lost: (seeds: string, proven: boolean): string => (proven ? `lost ${seeds} (proven)` : `lost about ${seeds}`),
  bestWas: "best was",
  which: (reasons: string): string => `, which ${reasons}`,
  show: "Show",
  showAt: (move: string): string => `Show the best move at ${move}`,
  retry: "Try again",
  retryAt: (move: string): string => `Try again at ${move}`,
  allMistakes: "Moves that lost seeds",
  yourWorst: (n: number): string => (n === 1 ? "Your worst move" : `Your ${n} worst moves`),
  yourOthers: "Your other moves that lost seeds",
  theirs: "Your opponent's mistakes",
  practice: "One thing to practice",
  practices: {
    feeding: "Leave your opponent hardly any moves.",
    threat: "Prepare captures, and save your seeds from them.",
    hoarding: "Keep your seeds on your own side.",
    "extra-turns": "Look for extra turns first.",
    sacrifice: "Give up a few seeds to win more.",
    capture: "Compare captures: the largest is not always the best.",
  } satisfies Record<NonNullable<ReportPly["theme"]>, string>,
  practiceCost: (times: number, seeds: string): string =>
    times === 1 ? `One of your moves missed this and lost ${seeds}.` : `${times} of your moves missed this and lost ${seeds} in all.`,
  practiceOther: (times: number, seeds: string): string =>
    times === 1 ? `One mistake lost ${seeds}.` : `${times} mistakes lost ${seeds} in all.`,
  practiceReplies: "Before you move, look for the opponent's best reply.",
  practiceNothing: "You made no mistakes. Puzzles get harder as you solve them.",
  practicePuzzles: (kind: boolean, game: string): string => `Puzzles${kind ? " of this kind" : ""}${game ? ` in ${game}` : ""}`,

  // Trying again.
  task: (move: string, loss: string): string => `${move} lost ${loss} here. Find a better move.`,
  answer: (best: string, reasons: string): string => `The best move is ${best}: it ${reasons}.`,
  correct: (move: string, reasons: string): string => `Correct: ${move} is the best move. It ${reasons}.`,
  asGood: (move: string): string => `Correct: ${move} is as good as the best move.`,
  samePlayed: (move: string): string => `${move} is the move you are trying to improve on. Find a better one.`,
  better: (move: string, loss: string): string => `${move} loses ${loss}. That is better than the move played, but not the best.`,
  wrong: (move: string, loss: string): string => `${move} loses ${loss}. Try another move.`,

  graph: (whose: string): string => `${whose} final margin, as judged before each move`,
  graphMoves: "Move",
  graphMargin: (whose: string): string => `${whose} margin`,
};

export const rules = {
  title: "Rules",
  engine: (kernel: "compiled" | "table", evaluation: string): string =>
    `Engine: ${kernel === "compiled" ? "move generator compiled for this game" : "table-driven move generator"}, ${evaluation} evaluation.`,
  source: "Rules file",
  toml: "Rules as TOML",
};

export const setup = {
  title: "Set up a position",
  clickMode: "Click action",
  add: "Add a seed",
  remove: "Remove a seed",
  owner: "Change the owner",
  keys: {
    before: "Right-click removes a seed. Type a number to set the count, or press ",
    between: " and ",
    after: " to change it",
    owner: ". Press ",
    ownerAfter: " to change the owner",
    end: ".",
  },
  mover: "Player to move",
  moves: (who: string): string => `${who} to move`,
  opening: "Opening turns left",
  clear: "Clear",
  start: "Start position",
  paste: "Or paste a position in any notation",
  apply: "Apply",
  play: "Play from here",
  study: "Study",
};

export const explorer = {
  title: "Explorer",
  over: "The game is over. Go back a move to see how it did in other games.",
  move: "Move",
  margin: "Margin",
  engineGames: "Engine games",
  yourGames: "Your games",
  none: "none",
  pending: "…",
  tryMove: (move: string): string => `Try ${move}`,
  tally: (played: number, won: number, drawn: number): string =>
    `won ${percent(won, played)}, drawn ${percent(drawn, played)} of ${count(played, "game")}`,
  proven: "proven",
  estimated: "estimated",
  bars: "Bars show games the player to move",
  won: "won",
  drawn: "drew",
  lost: "lost",
  book: (games: number | null): string =>
    games === null ? "The engine has not played this game against itself." : `The engine played ${games} games against itself.`,
};
