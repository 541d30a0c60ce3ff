// The objects of the HTTP API, as docs/api.md describes them.

export type Side = "S" | "N";
export const sides: readonly Side[] = ["S", "N"];
export const other = (side: Side): Side => (side === "S" ? "N" : "S");
export const sideName = (side: Side): string => (side === "S" ? "South" : "North");
// Pits and moves are letters; the case tells whose they are.
export const owner = (pit: string): Side => (pit === pit.toUpperCase() ? "S" : "N");

export const pitLetter = (side: Side, index: number): string => String.fromCharCode((side === "S" ? 65 : 97) + index);

export interface Position {
  diagram: string;
  mover: Side;
  pits: Record<Side, number[]>;
  stores: Record<Side, number>;
}

export interface Game {
  id: string;
  name: string;
  title: string;
  source: string;
  origin: "built-in" | "file" | "request";
  family: string;
  variants: string[];
  rows: number;
  pits: number;
  pitsPerPlayer: number;
  seeds: number;
  stores: boolean;
  fourRows: boolean;
  text: string[];
  toml: string;
  start: Position;
  layout: string[][];
  leftStore: Side;
  labels: Record<string, string>;
}

export interface PlayerOption {
  name: string;
  help: string;
  least: number;
  most: number;
  default: number | null;
}
export interface PlayerKind {
  name: string;
  help: string;
  options: PlayerOption[];
}

export interface Catalog {
  games: Game[];
  broken: { id: string; error: string }[];
  default: string;
  players: PlayerKind[];
  defaults: Record<Side, string>;
  limits: { time: number; depth: number; lines: number; plyTime: number };
}

// Which game a request is about: one of the server's, or the TOML text of one's own.
export type GameRef = { game: string } | { rules: string };

export type Played = GameRef & {
  position?: string | null;
  moves?: string[];
  resigned?: Side | null;
};

export type Event =
  | { do: "lift" | "capture" | "join"; at: string; seeds: number }
  | { do: "drop"; at: string }
  | { do: "spared" | "again" | "cut" | "pass" };

export interface Turn {
  move: string;
  mover: Side;
  text: string;
  taken: number;
  laps: number;
  last: string;
  again: boolean;
  passed: Side | null;
  trace: Event[];
  after: Position;
}

export interface Ending {
  reason: string;
  result: Record<Side, number>;
  winner: Side | null;
  text: string;
}

export interface PlayAnswer {
  start: Position;
  position: Position;
  legal: Turn[];
  illegal: { move: string; text: string }[];
  decided: string | null;
  ending: Ending | null;
}

export interface Score {
  margin: number;
  kind: "exact" | "lower" | "upper" | "estimate";
  wdl: "win" | "draw" | "loss" | null;
}

export interface ScoredMove {
  move: string;
  score: Score;
  pv: string[];
}
export interface Analysis {
  position: string;
  mover: Side;
  depth: number;
  nodes: number;
  time: number;
  complete: boolean;
  score: Score | null;
  moves: ScoredMove[];
  final?: boolean;
  ended?: string;
}

export interface Hint {
  move: string;
  text: string;
  analysis: Analysis;
}

export type Mark = "inaccuracy" | "mistake" | "blunder";
export interface ReportPly {
  ply: number;
  move: string;
  mover: Side;
  best: string;
  pv: string[];
  score: Score;
  played: Score;
  loss: number;
  mark: Mark | null;
  forced: boolean;
  margin: number;
  proven: boolean;
}
export interface SideReport {
  accuracy: number | null;
  loss: number;
  moves: number;
  inaccuracy: number;
  mistake: number;
  blunder: number;
}
export interface ReportEnd {
  margin: number;
  proven: boolean;
  players: Record<Side, SideReport>;
  thresholds: Record<Mark, number>;
}

// A game as OGN writes it down. A variation replaces the last move before it in its line.
export type Element =
  | { move: string; taken?: number }
  | { comment: string }
  | { variation: Element[] };
export interface GameRecord {
  game: string | null;
  tags: Record<string, string>;
  position: string | null;
  line: Element[];
  resigned: Side | null;
}
