import type { Side } from "../api/types";
import { count, games, moves, sides } from "./common";

export const newGame = {
  title: "New game",
  search: "Search games",
  searchHint: "Search",
  group: "Group of games",
  groups: { all: "All games", first: "Good first games", easy: "Easy", short: "Short", three: "Three rows", four: "Four rows" },
  difficulty: { easy: "easy", medium: "medium", hard: "hard" },
  game: "Game",
  size: (rows: number, pits: number, seeds: number): string => `${rows}×${pits}, ${seeds} seeds`,
  own: " · yours",
  length: (moves: number): string => `about ${moves} moves`,
  noMatch: "No games match.",
  demonstration: { play: "Play the demonstration", stop: "Stop the demonstration" },
  rulesOf: (title: string): string => `Rules of ${title}`,
  pits: "Pits per row",
  seeds: "Seeds per pit",
  rounds: "Rounds",
  oneRound: "One",
  allRounds: "Until the match is decided",
  maxRounds: (n: number): string => `At most ${n}`,
  clock: "Clock",
  noClock: "none",
  minutes: (n: number): string => `${n} min each`,
  increment: "After each move",
  seconds: (n: number): string => `+${n} s`,
  match: "Match",
  oneGame: "One game",
  gamesOfMatch: (n: number): string => `${n} games, changing sides`,
  friendByLink: "A friend, by link",
  byLink: "You send each move as a link. No account is needed, and there is no clock.",
  yourName: "Your name",
  friendName: "Friend's name",
  turnBoard: "Turn the board to the player to move",
  opponent: "Opponent",
  otherPlayers: "Custom (below)",
  friend: "A friend, on this device",
  yourTurn: "You move",
  first: "First",
  second: "Second",
  more: "More",
  back: "All games",
  learn: "Learn",
  removeOwn: "Remove this game",
  addOwn: "Add your own game (TOML file):",
  broken: (id: string, error: string): string => `${id} cannot be played: ${error}`,
  swap: "Swap sides",
  start: "Play",
};

export const players = {
  legend: (side: Side): string => `${sides[side]}${side === "S" ? " (moves first)" : ""}`,
  choose: (side: Side): string => `${sides[side]} is played by`,
  level: "Level",
  rating: (elo: number | undefined): string => `about ${elo} Elo`,
  ratingHelp: "Elo rating relative to a player that moves at random",
  more: "More options",
  any: "any",
};

export const open = {
  title: "Open",
  contains: (n: number): string => `This file contains ${games(n)}.`,
  find: "Find",
  findHint: "player, event, round, or date",
  unknown: "?",
  intro: "Open a game (OGN), a position, or the rules of your own game (TOML). You can also drop a file onto the page.",
  file: "File",
  text: "Or paste text",
  open: "Open",
};

export const saved = {
  title: "Your games",
  intro: "Games are saved in this browser only.",
  summary: (moves: number, date: string): string => `${count(moves, "move")}, ${date}`,
  remove: (title: string, date: string): string => `Delete ${title} from ${date}`,
  removed: (title: string): string => `${title} deleted.`,
  undo: "Undo",
};

export const ladder = {
  title: "Ladder",
  game: "Game",
  next: "Next opponent:",
  play: (name: string): string => `Play ${name}`,
  playShort: "Play",
  challenge: (name: string): string => `Play against ${name}`,
  complete: "You have earned every star in this game.",
  stars: (n: number): string => count(n, "star"),
  score: (won: number, drawn: number, lost: number): string => `${won} won, ${drawn ? `${drawn} drawn, ` : ""}${lost} lost`,
  rules: "Stars: one for a win, one for winning both as first and as second player, and one for three wins in a row. "
    + "Only complete games from the start position without hints, analysis, reports, the coach, or taking back count. Wins on time do not.",
};

export const share = {
  title: "Share",
  link: "Link",
  linkHelp: "contains the whole game with variations and comments",
  position: "Position",
  positionHelp: "on the board",
  game: "Game",
  gameHelp: "in OGN",
  copy: "Copy",
  copied: "Copied ✓",
  copiedWhat: { link: "Link copied.", position: "Position copied.", game: "Game copied." },
  blocked: "Your browser blocked copying. Select the text and copy it yourself.",
  download: "Download",
  event: "Casual game",
};

export const picture = {
  title: "Picture",
  help: "of the position, or an animation of the game",
  label: (game: string): string => `Picture of the ${game} board`,
  copy: "Copy picture",
  copied: "Copied ✓",
  png: "Download PNG",
  gif: "Download GIF",
  progress: (done: number, frames: number): string => `${done} of ${frames} frames`,
  failed: "Your browser could not create the picture.",
  blocked: "Your browser blocked copying. Download the picture instead.",
};

export const settings = {
  title: "Settings",
  theme: "Color theme",
  themes: { auto: "System", light: "Light", dark: "Dark" },
  board: "Board",
  boards: { wood: "Wood", ebony: "Ebony", clay: "Clay", stone: "Stone", indigo: "Indigo" },
  seeds: "Seeds",
  seedKinds: { pebbles: "Pebbles", cowries: "Cowries", beans: "Beans", glass: "Glass" },
  speed: "Animation speed",
  speeds: { 0.5: "Slow", 1: "Normal", 2: "Fast", 5: "Very fast", 0: "Off" },
  engine: "Engine",
  engines: { auto: "Server if available", server: "Server only", device: "This device" },
  sound: "Sound",
  preview: "Preview moves",
  turning: "Turn the board to the player to move (two people)",
  twice: "Tap to preview, tap again to sow (touch screens)",
  players: "Opponent in this game",
};

export const resign = {
  title: "Resign?",
  text: (winner: string): string => `${winner} wins the game.`,
  no: "Keep playing",
  yes: "Resign",
};

export const menu = { title: "Menu", page: "Page", game: "Game" };

export const keys = {
  title: "Keyboard shortcuts",
  letter: "Sow the pit with this letter",
  number: (first: string): string => `Sow the pit with this number. South's first pit is ${first}, and numbers increase around the board.`,
  focus: "Move to the pits, between pits, and sow",
  direction: "Choose the direction for a pit that can be sown either way",
};

export const home = {
  title: "Welcome back",
  resume: (game: string): string => `Continue your game of ${game}`,
  progress: (plies: number, opponent: string): string => `${moves(plies)}${opponent ? ` against ${opponent}` : ""}`,
  puzzle: "Solve the puzzle of the day",
  puzzleDone: "You have tried the puzzle of the day",
  streak: (days: number): string => (days === 0 ? "Solve one every day to build a streak." : `Streak: ${count(days, "day")}`),
  challenge: (name: string, game: string): string => `Play ${name} in ${game}`,
  learn: (game: string): string => `Try ${game}`,
};
