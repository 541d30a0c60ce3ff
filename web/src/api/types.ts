// Made from api.schema.json by npm run types: change that, not this.

// What goes in and what comes out, by path. An answer with a status of 400 or above is a Failure.
export type Routes = {
  "/api/games": {
    method: "GET";
    answer: Catalog;
  };
  "/api/game": {
    method: "POST";
    request: GameRequest;
    answer: GameAnswer;
  };
  "/api/play": {
    method: "POST";
    request: PlayRequest;
    answer: PlayAnswer;
  };
  "/api/moves": {
    method: "POST";
    request: MovesRequest;
    answer: MovesAnswer;
  };
  "/api/round": {
    method: "POST";
    request: RoundRequest;
    answer: RoundAnswer;
  };
  "/api/choose": {
    method: "POST";
    request: ChooseRequest;
    answer: ChooseAnswer;
  };
  "/api/hint": {
    method: "POST";
    request: HintRequest;
    answer: Hint;
  };
  "/api/lesson": {
    method: "POST";
    request: GameRequest;
    answer: Lesson;
  };
  "/api/analyze": {
    method: "POST";
    request: AnalyzeRequest;
    events: {
      wait: Wait;
      analysis: AnalysisEvent;
      error: Failure;
    };
  };
  "/api/report": {
    method: "POST";
    request: ReportRequest;
    events: {
      wait: Wait;
      ply: ReportPly;
      report: ReportEnd;
      error: Failure;
    };
  };
  "/api/ogn/read": {
    method: "POST";
    request: ReadRequest;
    answer: ReadAnswer;
  };
  "/api/ogn/write": {
    method: "POST";
    request: WriteRequest;
    answer: WriteAnswer;
  };
  "/api/db/{game}": {
    method: "GET";
    answer: DatabaseAnswer;
  };
};

export type Failure = {
  // One line for people.
  error: string;
  // The path of what is wrong in the request.
  field: string | null;
  line?: number;
  column?: number;
};

// South begins and is drawn below.
export type Side = "S" | "N";

// Upper case: South's.
export type Pit = string;

// The pit that is sown; where the player chooses the direction > follows for the way the track runs, < for the other way.
export type Move = string;

// A pit, or the store of whoever moves.
export type Hole = string;

// Seeds, plies or the like.
export type Count = number;

export type Counts = {
  S: Count;
  N: Count;
};

export type Texts = Record<string, string>;

export type Position = {
  diagram: Diagram;
  mover: Side;
  // In their owner's sowing order.
  pits: {
    S: Count[];
    N: Count[];
  };
  stores: Counts;
  // Who owns each pit, where the game has owned pits; in the order of the pits.
  owned?: {
    S: Owner[];
    N: Owner[];
  };
  // Turns of the opening that are left, where the game has one.
  opening?: Count;
  // What the turn before leaves to the mover, where the game has such rules: 1, 2 a seed in the first or last pit may not go straight back; 4 no further turn.
  mark?: Count;
};

export type Owner = Side | null;

export type Diagram = string;

export type Game = {
  // What requests call it; null if its rules came in the request.
  id: string | null;
  name: string;
  title: string;
  // Where it is played; empty if nobody said.
  region: string;
  // What is special about it; may be empty.
  about: string;
  source: string;
  origin: "built-in" | "file" | "request";
  family: string;
  variants: string[];
  rows: 2 | 3 | 4;
  pits: number;
  pitsPerPlayer: number;
  seeds: Count;
  stores: boolean;
  fourRows: boolean;
  // Which pits a player can own: of their own side, of the other side; keep: seeds can lie in them. Null: none.
  owns: {
    mine: boolean;
    theirs: boolean;
    keep: boolean;
  } | null;
  // Turns the opening lasts; 0 without one.
  opening: Count;
  // The id of the first round, where the game is played in rounds and this is none.
  rounds: string | null;
  // Which round of a match this is; 0: none.
  round: Count;
  // Pits that are closed in this round.
  closed: Pit[];
  // No position can come twice.
  neverRepeats: boolean;
  // Its moves are compiled for these rules, or read from tables made of them.
  kernel: "compiled" | "table";
  // The game whose weights the evaluation uses.
  evaluation: string;
  // The rules in words, a sentence each.
  text: string[];
  toml: string;
  start: Position;
  // Pits as drawn, top row first.
  layout: Pit[][];
  leftStore: Side;
  labels: Texts;
};

export type PlayerOption = {
  name: string;
  help: string;
  least: number;
  most: number;
  // Null: no limit, or as the machine allows.
  default: number | null;
};

export type PlayerKind = {
  name: string;
  help: string;
  options: PlayerOption[];
};

export type Catalog = {
  version: 1;
  games: Game[];
  broken: {
    id: string;
    error: string;
  }[];
  default: string;
  players: PlayerKind[];
  // Of the engine's levels, from the first: about how many Elo points above a player who moves at random.
  ratings: number[];
  defaults: {
    S: string;
    N: string;
  };
  // The most that requests may ask for; times in milliseconds.
  limits: {
    time: Count;
    choice: Count;
    plyTime: Count;
    depth: Count;
    lines: Count;
    moves: Count;
    body: Count;
  };
  // Losses that get a mark, as shares of all seeds.
  report: {
    inaccuracy: number;
    mistake: number;
    blunder: number;
    half: number;
  };
};

// Which game a request is about: one of the server's, or the TOML text of one's own, but not both.
export type GameFields = {
  game?: string | null;
  rules?: string | null;
};

// A game being played.
export type PlayedFields = GameFields & {
  // Where it begins, in any notation.
  position?: string | null;
  moves?: string[] | null;
  resigned?: Side | null;
};

export type GameRequest = GameFields;

export type GameAnswer = {
  version: 1;
  game: Game;
};

export type Detail = "full" | "brief" | "none" | null;

export type PlayRequest = PlayedFields & {
  legal?: Detail;
  history?: Detail;
};

// A round that is over; most: how many rounds the match has.
export type RoundRequest = PlayedFields & {
  most?: number | null;
};

export type RoundAnswer = {
  version: 1;
  // What each player has for the next round.
  seeds: Counts;
  // How many pits each would have in it.
  pits: Counts;
  // Rounds that each has won, where every round is begun anew.
  won: Counts;
  // Of the match: who would have too few.
  loser: Side | null;
  // The same in words, a sentence each.
  text: string[];
  // The next round and where it begins; null: the match is over.
  next: {
    game: string;
    position: Diagram;
  } | null;
};

// What one step of a sowing does to the board.
export type Event = {
  do: "lift" | "capture" | "collect" | "give" | "remove" | "join";
  at: Pit;
  seeds: Count;
} | {
  do: "drop";
  at: Hole;
} | {
  do: "own";
  at: Pit;
} | {
  do: "spared" | "again" | "cut" | "pass";
};

export type TurnFields = {
  move: Move;
  mover: Side;
  taken: Count;
  laps: Count;
  // Where the last seed fell.
  last: Hole;
  // The mover has another turn.
  again: boolean;
  // The player who could not move afterwards.
  passed: Side | null;
  after: Position;
};

export type BriefTurn = TurnFields;

export type Turn = TurnFields & {
  text: string;
  // Null if it is too long to watch.
  trace: Event[] | null;
};

// A move that cannot be played though its pit holds seeds, and why.
export type Illegal = {
  move: Move;
  text: string;
};

export type Ending = {
  reason: "side-empty" | "majority" | "even" | "stuck" | "repetition" | "quiet" | "resigned";
  result: Counts;
  winner: Side | null;
  text: string;
};

export type PlayAnswer = {
  version: 1;
  game: {
    id: string | null;
    name: string;
    title: string;
  };
  start: Position;
  position: Position;
  history?: Turn[] | BriefTurn[];
  legal?: Turn[] | BriefTurn[];
  illegal?: Illegal[];
  decided: string | null;
  ending: Ending | null;
};

export type MovesRequest = PlayedFields;

// What a bot needs that does not know the rules.
export type MovesAnswer = {
  version: 1;
  position: Diagram;
  mover: Side;
  legal: Move[];
  over: {
    reason: string;
    // South's and North's.
    seeds: Count[];
  } | null;
};

export type ChooseRequest = PlayedFields & {
  who: string;
  seed?: number | null;
};

export type ChooseAnswer = {
  version: 1;
  move: Move;
  time: Count;
};

// Seeds the mover wins from here on less those of the opponent.
export type Score = {
  margin: number;
  // Proven: the mover gets at least this.
  low: number;
  // Proven: the mover gets at most this.
  high: number;
  kind: "exact" | "lower" | "upper" | "estimate";
  // Of the mover for the whole game, where that is proven.
  wdl: "win" | "draw" | "loss" | null;
};

export type ScoredMove = {
  move: Move;
  score: Score;
  pv: Move[];
};

export type AnalysisFields = {
  position: Diagram;
  mover: Side;
  depth: Count;
  nodes: Count;
  // Milliseconds.
  time: Count;
  // Nothing is left to find out.
  complete: boolean;
  score: Score | null;
  // Those scored so far, best first.
  moves: ScoredMove[];
};

export type Analysis = AnalysisFields;

export type HintRequest = PlayedFields & {
  threat?: boolean | null;
};

export type Hint = {
  version: 1;
  move: Move;
  // Nothing is threatened; the move is only the best.
  quiet: boolean;
  text: string;
  analysis: Analysis;
};

export type LessonStep = {
  topic: "sow" | "again" | "relay" | "capture" | "direction" | "own" | "win" | "end";
  // What to do, and the rule behind it.
  text: string;
  position: Position;
  // The moves that do it; none: there is nothing to do but to read.
  good: Move[];
};

export type Lesson = {
  version: 1;
  steps: LessonStep[];
};

export type AnalyzeRequest = PlayedFields & {
  time?: number | null;
  depth?: number | null;
  nodes?: number | null;
  lines?: number | null;
  // Seconds between events at least.
  every?: number | null;
  threat?: boolean | null;
  // Begin with what was learnt before.
  keep?: boolean | null;
};

// Others are served first.
export type Wait = {
  ahead: Count;
};

export type AnalysisEvent = AnalysisFields & {
  // The best move in words, and why; null if there is none.
  hint: string | null;
} & ({
  final: false;
} | {
  final: true;
  ended: "complete" | "time" | "depth" | "nodes" | "share" | "shutdown";
});

export type ReportRequest = PlayedFields & {
  // Milliseconds a ply.
  time?: number | null;
};

export type Mark = "inaccuracy" | "mistake" | "blunder";

export type ReportPly = {
  ply: Count;
  move: Move;
  mover: Side;
  // Before the move.
  position: Diagram;
  best: Move;
  pv: Move[];
  score: Score;
  played: Score;
  loss: number;
  mark: Mark | null;
  // What speaks for the best move.
  why: string;
  forced: boolean;
  // South's seeds less North's at the end, as judged before the move.
  margin: number;
  proven: boolean;
};

export type SideReport = {
  accuracy: number | null;
  loss: number;
  moves: Count;
  inaccuracy: Count;
  mistake: Count;
  blunder: Count;
};

export type ReportEnd = {
  final: true;
  margin: number;
  proven: boolean;
  players: {
    S: SideReport;
    N: SideReport;
  };
  // Seeds lost that get a mark.
  thresholds: {
    inaccuracy: number;
    mistake: number;
    blunder: number;
  };
};

export type CommentElement = {
  comment: string;
};

// Part of a line of moves. A variation replaces the last move before it. What was taken need not be said.
export type Element = {
  move: string;
  taken?: Count;
} | CommentElement | {
  variation: Element[];
};

// The same in an answer.
export type PlayedElement = {
  move: Move;
  taken: Count;
} | CommentElement | {
  variation: PlayedElement[];
};

// A game to be written as OGN. Moves and result follow from the line and are passed over.
export type GivenRecord = {
  game?: string | null;
  tags?: Texts | null;
  position?: string | null;
  line?: Element[] | null;
  moves?: string[];
  result?: Counts | null;
  resigned?: Side | null;
};

export type GameRecord = {
  // Null: that of the request's rules.
  game: string | null;
  tags: Texts;
  // Null: it begins at the start.
  position: Diagram | null;
  line: PlayedElement[];
  // The main line alone.
  moves: Move[];
  result: Counts | null;
  resigned: Side | null;
};

export type ReadRequest = {
  text: string;
  rules?: string | null;
};

export type ReadAnswer = {
  version: 1;
  records: GameRecord[];
};

export type WriteRequest = {
  records: GivenRecord[];
  rules?: string | null;
};

export type WriteAnswer = {
  version: 1;
  text: string;
};

export type DatabaseAnswer = AnalysisFields & {
  version: 1;
  game: string;
};
