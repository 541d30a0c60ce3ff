// The page's words for moves, endings, hints and results, which the server sends as values.
import { other, sideName } from "../api/sides";
import type { Ending, Hint, Illegal, Position, Reasons, RoundAnswer, Score, SeedsAt, Side, Turn } from "../api/types";
import { half, unsigned } from "../game/score";
import type { Series } from "../game/series";
import { count } from "./common";

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const holeName = (hole: string): string => (hole === "store" ? "the store" : hole);

// "a", "a and b", "a, b, and c".
const listed = (items: readonly string[]): string =>
  items.length < 3 ? items.join(" and ") : `${items.slice(0, -1).join(", ")}, and ${items.at(-1)}`;
// The same for clauses: two of them have a comma as well.
const clauses = (items: readonly string[]): string => (items.length === 2 ? `${items[0]}, and ${items[1]}` : listed(items));

const maxListedPits = 4; // more are summed up

// "3 from b and 2 from a", "12 from 6 pits".
function seedsFrom(list: readonly SeedsAt[]): string {
  if (list.length <= maxListedPits) return listed(list.map(({ at, seeds }) => `${seeds} from ${at}`));
  return `${list.reduce((sum, { seeds }) => sum + seeds, 0)} from ${count(list.length, "pit")}`;
}

const irregular: Record<string, string> = { have: "has", pass: "passes" };

// Speaks of "you" and the opponent if you play one side, else of South and North. Names replace all but "you".
export class Narrator {
  constructor(
    private readonly you: Side | null,
    private readonly names: Partial<Record<Side, string>> = {},
    private readonly friend = false, // the opponent is a person
  ) {}

  who(side: Side): string {
    if (this.you === side) return "you";
    return this.names[side] || (this.you === null ? sideName(side) : this.friend ? "your friend" : "the computer");
  }
  whose(side: Side): string {
    return this.you === side ? "your" : `${this.who(side)}'s`;
  }
  // "South wins", "you win".
  #does(side: Side, verb: string): string {
    return `${this.who(side)} ${this.#form(side, verb)}`;
  }
  #form(side: Side, verb: string): string {
    return this.you === side ? verb : (irregular[verb] ?? `${verb}s`);
  }

  move(turn: Turn): string {
    const { move, mover, laps, last, again, passed, ends, summary } = turn;
    const act = (verb: string, rest: string) => `${this.#form(mover, verb)} ${rest}`;
    const inLaps = laps > 1 ? ` in ${count(laps, "lap")}` : "";
    const actions = [
      summary.exchange
        ? `${act("play", move)} and ${act("shift", count(summary.sown, "seed"))}, ending in ${holeName(last)}`
        : act("sow", `${count(summary.sown, "seed")} from ${move}${inLaps}, ending in ${holeName(last)}`),
    ];
    if (summary.captured.length > 0) actions.push(act("capture", seedsFrom(summary.captured)));
    if (summary.collected.length > 0) actions.push(act("collect", seedsFrom(summary.collected)));
    if (summary.removed.length > 0) actions.push(act("remove", `${seedsFrom(summary.removed)} from the game`));
    const sentences = [`${this.who(mover)} ${clauses(actions)}`];
    if (summary.resown.length > 0)
      sentences.push(`${this.#does(mover, "capture")} ${seedsFrom(summary.resown)} and ${act("sow", "them again")}`);
    if (summary.vanished > 0) sentences.push(`${count(summary.vanished, "seed")} ${summary.vanished === 1 ? "leaves" : "leave"} the game`);
    if (summary.given.length > 0) sentences.push(`${this.#does(other(mover), "receive")} ${seedsFrom(summary.given)}`);
    for (const pit of summary.owned) sentences.push(`${this.who(mover)} now ${act("own", pit)}`);
    if (summary.spared) {
      const limit = summary.captured.length > 0 ? "one pit is spared" : "nothing is captured";
      sentences.push(`The capture would take all of ${this.whose(other(mover))} seeds, so ${limit}`);
    }
    if (summary.cut) sentences.push(`The turn ends after ${count(laps, "lap")}`);
    if (again && passed === null && !ends) sentences.push(`${this.#does(mover, "move")} again`);
    if (passed !== null) sentences.push(`${this.who(passed)} cannot move and ${this.#form(passed, "pass")}`);
    return sentences.map((sentence) => `${capital(sentence)}.`).join(" ");
  }

  decided(winner: Side): string {
    return capital(`${this.#does(winner, "have")} more than half of the seeds and ${this.you === winner ? "are" : "is"} certain to win.`);
  }

  // "You win 26 to 22", "A draw, 24 to 24". A forfeit has no score.
  result({ winner, result, reason }: Ending): string {
    if (winner === null) return reason === "agreement" ? "A draw" : `A draw, ${result.S} to ${result.N}`;
    const score = forfeited(reason) ? "" : ` ${result[winner]} to ${result[other(winner)]}`;
    return capital(`${this.#does(winner, "win")}${score}`);
  }

  // "You win 26 to 22", "South resigned".
  headline(ending: Ending): string {
    return forfeited(ending.reason) ? capital(this.#why(ending)) : this.result(ending);
  }

  // "The computer captures the 7 seeds left on its side." Says nothing if the seeds stay where they are.
  leftovers({ pits, stores }: Position, { result, reason }: Ending): string {
    const sum = (row: readonly number[]) => row.reduce((total, n) => total + n, 0);
    const left = { S: sum(pits.S), N: sum(pits.N) };
    const gains = { S: result.S - stores.S, N: result.N - stores.N };
    if (forfeited(reason) || left.S + left.N === 0 || gains.S + gains.N !== left.S + left.N || gains.S < 0 || gains.N < 0) return "";
    const clause = (side: Side) => {
      const seeds = `the ${count(gains[side], "seed")} left`;
      const where = gains[side] === left[side] ? `on ${this.you === side ? "your" : this.you === null || this.friend || this.names[side] ? "their" : "its"} side` : "on the board";
      return `${this.#does(side, "capture")} ${seeds} ${where}`;
    };
    return capital(`${clauses((["S", "N"] as const).filter((side) => gains[side] > 0).map(clause))}.`);
  }

  ending(ending: Ending, round = false): string {
    const { winner, result, reason } = ending;
    const draw = reason === "agreement" ? "" : ` It is a draw, ${result.S} to ${result.N}.`;
    const outcome = winner === null ? draw : ` ${this.result(ending)}.`;
    return `The ${round ? "round" : "game"} is over: ${this.#why(ending)}.${outcome}`;
  }
  // "Your side is empty."
  reason(ending: Ending): string {
    return capital(`${this.#why(ending)}.`);
  }
  #why({ reason, side: about, count: times }: Ending): string {
    const side = about ?? "S";
    switch (reason) {
      case "side-empty": return `${this.whose(side)} side is empty`;
      case "majority": return `${this.#does(side, "have")} more than half of the seeds`;
      case "even": return "each player has half of the seeds";
      case "stuck": return `${this.#does(side, "have")} no legal move`;
      case "repetition": return `the position occurred ${times} times`;
      case "quiet": return `${count(times, "move")} in a row without a capture`;
      case "resigned": return `${this.who(side)} resigned`;
      case "time": return `${this.who(side)} ran out of time`;
      case "illegal-move": return `${this.who(side)} made an illegal move`;
      case "crash": return `${this.who(side)} crashed`;
      case "agreement": return "the players agreed to a draw";
    }
  }

  // Why a pit of the player to move cannot be sown.
  refusal(pit: string, mover: Side, illegal: Pick<Illegal, "reason" | "rule">): string {
    const rule = illegal.rule ? ` ${illegal.rule}` : "";
    switch (illegal.reason) {
      case "empty": return `${pit} is empty.`;
      case "owned": return `${pit} is an owned pit, which cannot be played.`;
      case "closed": return `${pit} is closed in this round.`;
      case "single": return `${pit} has a single seed.${rule}`;
      case "two": return `${pit} has two seeds.${rule}`;
      case "facing": return `${pit} faces a single seed and cannot be played.`;
      case "undo": return `The seed in ${pit} has just moved there and may not move straight back.`;
      case "opening": return `${pit} cannot be played now.${rule}`;
      case "opening-direction": return "In the opening, seeds are sown in the usual direction only.";
      case "reach": return `${pit} does not reach far enough.${rule}`;
      case "must-capture": return `${pit} captures nothing, and a player who can capture must do so.`;
      case "reverse-capture": return `${pit} captures nothing, and only captures can be sown in this direction.`;
      case "starves": return `${pit} would leave ${this.who(other(mover))} without seeds.`;
      case "slams": return `${pit} would capture all of ${this.whose(other(mover))} seeds.`;
    }
  }
  notYourPit(pit: string, mover: Side): string {
    return `It is ${this.whose(mover)} turn: ${pit} is ${this.whose(other(mover))} pit.`;
  }
  ownsPit(side: Side): string {
    return `${this.#does(side, "own")} this pit`;
  }

  // "captures 5 and leaves the computer nothing to capture; next, F captures 3", said of a move.
  reasons(why: Reasons, mover: Side): string {
    const actions: string[] = [];
    if (why.captures > 0) actions.push(`captures ${why.captures}`);
    if (why.saves) actions.push(`saves the ${count(why.saves.seeds, "seed")} in ${why.saves.at}`);
    switch (why.reply.do) {
      case "end": actions.push("ends the game"); break;
      case "again": actions.push("earns an extra turn"); break;
      case "capture": actions.push(`allows a capture of ${why.reply.seeds}`); break;
      case "nothing": actions.push(`leaves ${this.who(other(mover))} nothing to capture`); break;
    }
    const next = why.follow_up ? `; next, ${why.follow_up.at} captures ${why.follow_up.seeds}` : "";
    return listed(actions) + next;
  }
  hint(move: string, why: Reasons | null, score: Score | null, mover: Side): string {
    const sentences = why ? [`${move} ${this.reasons(why, mover)}`] : [];
    if (score) sentences.push(why ? this.verdict(score, mover) : `${move}: ${this.verdict(score, mover)}`);
    return sentences.map((sentence) => `${sentence}.`).join(" ");
  }
  threat({ move, quiet, why, analysis }: Hint): string {
    if (quiet || !why) return "Nothing is threatened.";
    const next = why.follow_up ? `; next, ${why.follow_up.at} captures ${why.follow_up.seeds}` : "";
    return capital(`${this.who(analysis.mover)} can capture ${why.captures} with ${move}${next}.`);
  }

  // The expected result, stores included: "You win by 4 (proven)", "South leads by about 1.5".
  verdict(score: Score, mover: Side): string {
    const end = Math.round(score.final * 10) / 10;
    const by = unsigned(end);
    const [leader, behind] = end >= 0 ? [mover, other(mover)] : [other(mover), mover];
    if (score.kind === "estimate") return end === 0 ? "About even" : capital(`${this.#does(leader, "lead")} by about ${by}`);
    if (score.kind === "exact") return end === 0 ? "A draw (proven)" : capital(`${this.#does(leader, "win")} by ${by} (proven)`);
    // A lower bound is a guarantee for the mover, an upper bound one for the opponent.
    const forMover = score.kind === "lower";
    if (end === 0) return capital(`${this.who(forMover ? mover : other(mover))} cannot lose (proven)`);
    if ((end > 0) === forMover) return capital(`${this.#does(leader, "win")} by at least ${by} (proven)`);
    return capital(`${this.#does(behind, "lose")} by at most ${by} (proven)`);
  }

  // "Game 1 of 4. You lead 1 to 0." `score`: after the game.
  series({ game, games }: Series, score: Record<Side, number>, over: boolean): string {
    const [leader, behind]: [Side, Side] = score.S >= score.N ? ["S", "N"] : ["N", "S"];
    const points = `${half(score[leader])} to ${half(score[behind])}`;
    const standing = score.S === score.N ? (over ? `The match is a draw, ${points}` : `The score is ${points}`) : capital(`${this.#does(leader, over ? "win" : "lead")} ${over ? "the match " : ""}${points}`);
    return `${over ? "" : `Game ${game} of ${games}. `}${standing}.`;
  }

  // What follows a round of a match.
  round({ seeds, pits, rounds_won, loser, refill, each, next }: RoundAnswer): string {
    const anew = refill === "anew";
    const { S, N } = anew ? rounds_won : seeds;
    const have = (rest: string) => `${this.#does("S", "have")} ${rest}, ${this.who("N")} ${N}`;
    const sentences: string[] = [];
    if (next) {
      sentences.push(have(anew ? `won ${count(S, "round")}` : `${count(S, "seed")} for the next round`));
      if (!anew) for (const side of ["S", "N"] as const) sentences.push(this.#refilled(side, pits[side], each, refill === "share", next));
      sentences.push(`${this.#does(next.mover, "start")} round ${next.round}`);
    } else {
      sentences.push(`The match is over: ${have(anew ? `won ${count(S, "round")}` : count(S, "seed"))}`);
      if (loser) sentences.push(`${this.who(loser)} would have ${count(pits[loser], "pit")} in the next round, so ${this.#does(other(loser), "win")} the match`);
      else sentences.push(S === N ? "The match is a draw" : `${this.#does(S > N ? "S" : "N", "win")} the match`);
    }
    return sentences.map((sentence) => `${capital(sentence)}.`).join(" ");
  }
  #refilled(side: Side, pits: number, each: number, share: boolean, next: NonNullable<RoundAnswer["next"]>): string {
    if (share) return `${this.#does(side, "have")} ${count(pits, "pit")} of ${count(each, "seed")}`;
    let text = `${this.#does(side, "fill")} ${count(pits, "pit")} with ${count(each, "seed")} each`;
    const left = next.stores[side];
    if (left > 0) text += `; ${left} ${left === 1 ? "stays" : "stay"} in the store`;
    const closed = next.closed.filter((pit) => (pit === pit.toUpperCase()) === (side === "S"));
    if (closed.length > 0) text += `; ${listed(closed)} ${closed.length === 1 ? "is" : "are"} closed`;
    return text;
  }
}

export const forfeited = (reason: Ending["reason"]): boolean =>
  reason === "resigned" || reason === "time" || reason === "illegal-move" || reason === "crash";
