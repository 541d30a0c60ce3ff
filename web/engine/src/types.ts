// Generated from api.schema.json by npm run types. Do not edit.

// Requests and answers by path. An answer with status 400 or above is a Failure.
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
  "/api/coach": {
    method: "POST";
    request: CoachRequest;
    answer: Coaching;
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
  "/api/solve": {
    method: "POST";
    request: SolveRequest;
    events: {
      wait: Wait;
      progress: SolveProgress;
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
  "/api/db": {
    method: "GET";
    answer: DatabaseAnswer;
  };
  "/api/db/{game}": {
    method: "GET";
    answer: DatabaseAnswer;
  };
};

export type Failure = {
  // A message for people, in one line.
  error: string;
  // The path of the invalid field in the request.
  field: string | null;
  line?: number;
  column?: number;
};

// South moves first and is drawn at the bottom.
export type Side = "S" | "N";

// Upper case: South's pits.
export type Pit = string;

// The pit to sow. If the player chooses the direction, > (forward) or < (backward) follows.
export type Move = string;

// A pit, or the mover's store.
export type Hole = string;

// A number of seeds, plies, and so on.
export type Count = number;

export type Counts = {
  S: Count;
  N: Count;
};

// Time spent.
export type Seconds = number;

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
  // The owner of each pit, in games with owned pits.
  owned?: {
    S: Owner[];
    N: Owner[];
  };
  // Opening turns left, in games with an opening.
  opening?: Count;
  // Restrictions from the previous turn, as bits: 1 or 2, the seed in the first or last pit may not move straight back;
  // 4, no further extra turn.
  mark?: Count;
};

export type Owner = Side | null;

export type Diagram = string;

// A game.
export type GameInfo = {
  // Its id in requests; null if the rules came in the request.
  id: string | null;
  // Its name.
  game: string;
  title: string;
  // Where it is played; may be empty.
  region: string;
  // A short description; may be empty.
  about: string;
  source: string;
  origin: "built-in" | "file" | "request";
  family: string;
  variants: string[];
  rows: 2 | 3 | 4;
  pits: number;
  pits_per_player: number;
  seeds: Count;
  has_stores: boolean;
  four_rows: boolean;
  // The pits a player can own: on their own side, on the opponent's side; keep: owned pits can contain seeds. Null:
  // none.
  owns: {
    mine: boolean;
    theirs: boolean;
    keep: boolean;
  } | null;
  // Length of the opening in turns; 0: no opening.
  opening: Count;
  // The id without its deal, if the start is random; GAME:deal=N selects one of 999,999 starts.
  random_start: string | null;
  // The id of the first round, if the game can be played in rounds; null for a round.
  first_round: string | null;
  // The number of the round in a match; 0: not a round.
  round: Count;
  // Pits that are closed in this round.
  closed: Pit[];
  // Positions cannot be repeated.
  never_repeats: boolean;
  // The move generator: compiled for these rules, or table-driven.
  kernel: "compiled" | "table";
  // The game whose weights the evaluation uses.
  evaluation: string;
  // The rules as text.
  sentences: RuleText[];
  toml: string;
  start: Position;
  // Pits as drawn, top row first.
  layout: Pit[][];
  left_store: Side;
  labels: Texts;
};

export type Game = GameInfo;

export type RuleTopic = "board" | "start" | "sowing" | "direction" | "legal-moves" | "stores" | "skipping" | "capture" | "relay" | "extra-turn" | "turn-end" | "ownership" | "opening" | "lap-limit" | "grand-slam" | "feeding" | "ending" | "repetition" | "scoring" | "rounds";

// A sentence about the rules and its topic.
export type RuleText = {
  topics: RuleTopic[];
  text: string;
};

export type PlayerOption = {
  name: string;
  help: string;
  min: number;
  max: number;
  // Null: no limit, or chosen automatically.
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
  default_game: string;
  player_kinds: PlayerKind[];
  // Approximate Elo rating of each engine level, relative to a player that moves at random.
  ratings: number[];
  default_players: {
    S: string;
    N: string;
  };
  // Upper limits for requests; times in milliseconds.
  limits: {
    time: Count;
    choice: Count;
    ply_time: Count;
    depth: Count;
    lines: Count;
    moves: Count;
    body: Count;
    // Search threads that the analyses of all clients share.
    threads: Count;
  };
  // Minimum loss for each mark, as a share of all seeds.
  mark_shares: {
    inaccuracy: number;
    mistake: number;
    blunder: number;
    half: number;
  };
};

// The game: either the id of a server game or the TOML text of custom rules.
export type GameFields = {
  game?: string | null;
  rules?: string | null;
};

// A game being played.
export type PlayedFields = GameFields & {
  // The start position, in any notation.
  position?: string | null;
  moves?: string[] | null;
  // Who resigned or forfeited after the moves.
  resigned?: Side | null;
  // How the game ended early: agreement without `resigned`, any other with it. Default: resigned.
  reason?: "resigned" | "time" | "illegal-move" | "crash" | "agreement" | null;
  // The players do not end the game at the repetition after these moves.
  play_on?: boolean | null;
};

export type GameRequest = GameFields;

export type GameAnswer = GameInfo & {
  version: 1;
};

export type Detail = "full" | "brief" | "none" | null;

export type PlayRequest = PlayedFields & {
  legal?: Detail;
  history?: Detail;
};

// A finished round; max_rounds: the number of rounds of the match.
export type RoundRequest = PlayedFields & {
  max_rounds?: number | null;
};

export type RoundAnswer = {
  version: 1;
  // The seeds of each player for the next round.
  seeds: Counts;
  // The number of pits each player fills.
  pits: Counts;
  // Rounds won by each player, if every round starts from the same position.
  rounds_won: Counts;
  // The player who cannot fill enough pits and loses the match.
  loser: Side | null;
  // How the board is set up again: from each player's seeds, by sharing the pits, or as at the start.
  refill: "own" | "share" | "anew";
  // Seeds per pit.
  each: Count;
  // The next round and its start position; null: the match is over.
  next: {
    game: string;
    position: Diagram;
    round: Count;
    mover: Side;
    stores: Counts;
    closed: Pit[];
  } | null;
};

// One step of a move.
export type Event = {
  do: "lift" | "capture" | "collect" | "give" | "remove" | "join";
  at: Hole;
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

export type SeedsAt = {
  at: Pit;
  seeds: Count;
};

// A summary of a move, for describing it.
export type MoveSummary = {
  // Seeds, counted each time they are dropped.
  sown: Count;
  // An opening move that shifts single seeds instead of sowing a pit.
  exchange: boolean;
  captured: SeedsAt[];
  // Captured and sown again.
  resown: SeedsAt[];
  // Into the mover's store without a capture.
  collected: SeedsAt[];
  // Into the opponent's store.
  given: SeedsAt[];
  // Captured out of the game.
  removed: SeedsAt[];
  // Seeds sown out of the game.
  vanished: Count;
  // Pits that the mover owns from now on.
  owned: Pit[];
  // The capture was limited because it would have taken all of the opponent's seeds.
  spared: boolean;
  // The turn reached the lap limit.
  cut: boolean;
};

export type TurnFields = {
  move: Move;
  mover: Side;
  taken: Count;
  laps: Count;
  // Where the last seed fell.
  last: Hole;
  // The mover has an extra turn.
  again: boolean;
  // The player who could not move afterwards.
  passed: Side | null;
  after: Position;
};

export type BriefTurn = TurnFields;

export type Turn = TurnFields & {
  // The move ends the game, repetitions aside.
  ends: boolean;
  summary: MoveSummary;
  // Null if it is too long to animate.
  trace: Event[] | null;
};

// An illegal move from a pit with seeds, the reason, and the rule, if it is specific to the game.
export type Illegal = {
  move: Move;
  reason: "empty" | "owned" | "closed" | "single" | "two" | "facing" | "undo" | "opening" | "opening-direction" | "reach" | "must-capture" | "reverse-capture" | "starves" | "slams";
  rule: string | null;
};

export type Ending = {
  reason: "side-empty" | "majority" | "even" | "stuck" | "repetition" | "quiet" | "resigned" | "time" | "illegal-move" | "crash" | "agreement";
  result: Counts;
  winner: Side | null;
  // The player the reason is about: whose side is empty, who has the majority, who cannot move, who forfeited.
  side: Side | null;
  // Occurrences of the position, or moves without a capture; else 0.
  count: Count;
  // A repetition, at which two people may also play on.
  may_play_on: boolean;
};

export type PlayAnswer = {
  version: 1;
  id: string | null;
  game: string;
  title: string;
  start: Position;
  position: Position;
  history?: Turn[] | BriefTurn[];
  legal?: Turn[] | BriefTurn[];
  illegal?: Illegal[];
  // The player who won more than half of the seeds with the last move although the game continues.
  decided: Side | null;
  ending: Ending | null;
};

export type MovesRequest = PlayedFields;

// The minimum for a bot that does not know the rules.
export type MovesAnswer = {
  version: 1;
  position: Diagram;
  mover: Side;
  legal: Move[];
  ending: {
    reason: string;
    result: Counts;
    winner: Side | null;
  } | null;
};

export type ChooseRequest = PlayedFields & {
  player: string;
  seed?: number | null;
  // Also play the move: the answer has `turn` and `next`.
  play?: boolean | null;
};

export type ChooseAnswer = {
  version: 1;
  move: Move;
  seconds: Seconds;
  // The chosen move, with its trace; only with `play`.
  turn?: Turn;
  // The answer of /api/play after the chosen move, without history; only with `play`.
  next?: PlayAnswer;
};

// Seeds of the mover minus seeds of the opponent.
export type Score = {
  // Seeds won from here on; stores are not counted.
  margin: number;
  // Proven lower bound of the margin.
  low: number;
  // Proven upper bound of the margin.
  high: number;
  // The margin at the end of the game, stores included.
  final: number;
  kind: "exact" | "lower" | "upper" | "estimate";
  // The proven result of the game for the mover; null if it is not proven.
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
  // Last completed depth; null if the scores come from a database or a solver.
  depth: number | null;
  nodes: Count;
  seconds: Seconds;
  // All scores are proven.
  complete: boolean;
  score: Score | null;
  // The moves scored so far, best first.
  moves: ScoredMove[];
};

export type Analysis = AnalysisFields;

export type HintRequest = PlayedFields & {
  threat?: boolean | null;
};

// Reasons for a move.
export type Reasons = {
  // Seeds captured.
  captures: Count;
  // The largest pit that the opponent can no longer capture.
  saves: SeedsAt | null;
  // What follows: the game ends, an extra turn, the best capture in reply, or no capture.
  reply: {
    do: "end" | "again" | "capture" | "nothing";
    seeds: Count;
  };
  // The mover's next capture: the pit played and the seeds.
  follow_up: SeedsAt | null;
};

export type Hint = {
  version: 1;
  move: Move;
  // Nothing is threatened; the move is just the best one.
  quiet: boolean;
  // Null if nothing is threatened.
  why: Reasons | null;
  analysis: Analysis;
};

// A capture: the move, the fullest pit captured, and the seeds that all captured pits have before the move.
export type Capture = {
  move: Move;
  at: Pit;
  seeds: Count;
};

export type CaptureOrNull = Capture | null;

// What the task is about.
export type LessonGoal = {
  // The hole to reach with the last seed (aim, again), or the pit to capture.
  at: Hole | null;
  // Seeds to capture (capture, most), or to have in the store (win; 0: the move ends the game).
  seeds: Count;
  // The opponent's capture to prevent (defend).
  prevent: CaptureOrNull;
};

export type LessonStep = {
  topic: "sow" | "aim" | "again" | "relay" | "capture" | "most" | "direction" | "own" | "defend" | "win" | "end";
  // The rules behind the task.
  sentences: RuleText[];
  position: Position;
  // The moves that solve the task; empty: nothing to do.
  good: Move[];
  goal: LessonGoal;
  // Wrong moves and the capture that follows (defend).
  refuted: {
    move: Move;
    allows: Capture;
  }[];
};

export type Lesson = {
  version: 1;
  steps: LessonStep[];
};

export type CoachRequest = PlayedFields;

// What a move would cost, and why.
export type Advice = {
  move: Move;
  // Seeds lost compared with the best move.
  loss: number;
  // At least this many are proven.
  proven_loss: number;
  mark: Mark | null;
  // What the best move does better: it leaves fewer seeds open, captures more, or earns an extra turn. Null without a
  // mark.
  flaw: "open" | "capture" | "again" | "other" | null;
  // The opponent's largest capture after the move.
  allows: CaptureOrNull;
  // Seeds that the best move captures beyond this one.
  missed: Count;
};

export type Coaching = {
  version: 1;
  // Every legal move, the best one first.
  moves: Advice[];
};

export type AnalyzeRequest = PlayedFields & {
  time?: number | null;
  depth?: number | null;
  nodes?: number | null;
  lines?: number | null;
  // Minimum seconds between events.
  every?: number | null;
  threat?: boolean | null;
  // Keep the transposition table of earlier requests.
  keep?: boolean | null;
};

// The request is queued.
export type Wait = {
  ahead: Count;
};

export type AnalysisEvent = AnalysisFields & {
  // Reasons for the best move; null if there is none.
  why: Reasons | null;
} & ({
  done: false;
} | {
  done: true;
  ended: "complete" | "time" | "depth" | "nodes" | "stopped" | "share" | "shutdown";
});

export type SolveRequest = PlayedFields & {
  time?: number | null;
  nodes?: number | null;
  // Solve only the position, not every move.
  value?: boolean | null;
};

export type SolveProgress = {
  // Building endgame tables, solving the position, or solving each move.
  stage: "tables" | "position" | "moves";
  // Seeds on the boards of the table being built; null in other stages.
  seeds: number | null;
  // Number of the move being solved; 0: none.
  solving: Count;
  move_count: Count;
  // Proven lower bound of the position's margin.
  low: number;
  // Proven upper bound of the position's margin.
  high: number;
  nodes: Count;
  seconds: Seconds;
};

export type ReportRequest = PlayedFields & {
  // Milliseconds per ply.
  time?: number | null;
  // Nodes per ply. Without either limit, a fixed number. Reports limited by nodes only can be repeated.
  nodes?: number | null;
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
  // Reasons for the best move.
  why: Reasons;
  // The kind of move that was missed. Null without a mark, or if it is of no particular kind.
  theme: "feeding" | "threat" | "hoarding" | "extra-turns" | "sacrifice" | "capture" | null;
  forced: boolean;
  // South's margin at the end of the game, as judged before the move.
  south_final: number;
  proven: boolean;
};

export type SideReport = {
  accuracy: number | null;
  loss: number;
  move_count: Count;
  inaccuracies: Count;
  mistakes: Count;
  blunders: Count;
};

export type ReportEnd = {
  done: true;
  south_final: number;
  proven: boolean;
  sides: {
    S: SideReport;
    N: SideReport;
  };
  // Minimum loss in seeds for each mark.
  thresholds: {
    inaccuracy: number;
    mistake: number;
    blunder: number;
  };
};

export type CommentElement = {
  comment: string;
};

// Part of a line of moves. A variation replaces the move before it. `taken` is optional.
export type Element = {
  move: string;
  taken?: Count;
} | CommentElement | {
  variation: Element[];
};

// The same, in an answer.
export type PlayedElement = {
  move: Move;
  taken: Count;
} | CommentElement | {
  variation: PlayedElement[];
};

// A game to write as OGN. `moves` and `result` are ignored because they follow from the line.
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
  // Null: the game of the request's rules.
  game: string | null;
  tags: Texts;
  // Null: the start position.
  position: Diagram | null;
  line: PlayedElement[];
  // The main line.
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
