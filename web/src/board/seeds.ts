// Tracks every seed by identity, following the events of a trace, so that each seed on the screen moves from where it
// is drawn.
import { other, pitLetter, sides } from "../api/sides";
import type { Ending, Event, Hole, Position, Side } from "../api/types";
import { forfeited } from "../words/narrator";

export const hand = "hand";
const out = "out"; // removed from the game
export const storeOf = (side: Side): string => `store ${side}`;
export const holeOf = (at: Hole, mover: Side): string => (at === "store" ? storeOf(mover) : at);

export function countsOf(position: Position): Map<string, number> {
  const counts = new Map<string, number>();
  for (const side of sides) {
    position.pits[side].forEach((n, i) => counts.set(pitLetter(side, i), n));
    counts.set(storeOf(side), position.stores[side]);
  }
  return counts;
}

// Owned pits and their owners.
export function ownersOf({ owned }: Position): Map<string, Side> {
  const owners = new Map<string, Side>();
  for (const side of sides) owned?.[side].forEach((owner, i) => owner && owners.set(pitLetter(side, i), owner));
  return owners;
}

// The final position after the remaining seeds have been captured, or null if nothing moves.
export function swept(position: Position, { reason, result }: Ending): Position | null {
  const left = [...position.pits.S, ...position.pits.N].reduce((sum, n) => sum + n, 0);
  const total = left + position.stores.S + position.stores.N;
  if (left === 0 || forfeited(reason) || result.S + result.N !== total) return null;
  const none = (row: number[]) => row.map(() => 0);
  return { ...position, pits: { S: none(position.pits.S), N: none(position.pits.N) }, stores: { ...result } };
}

export class SeedBoard {
  // Seed ids by pit, store or hand, the oldest first.
  readonly holes = new Map<string, number[]>();
  owners = new Map<string, Side>();
  #last: string | null = null; // the pit or store the hand has reached
  #count = 0;

  constructor(position: Position) {
    this.set(position);
  }

  get reached(): string | null {
    return this.#last;
  }

  seeds(hole: string): readonly number[] {
    return this.holes.get(hole) ?? [];
  }

  // Shows `position`, moving as few seeds as possible.
  set(position: Position): void {
    this.owners = ownersOf(position);
    const wanted = countsOf(position);
    const spare: number[] = [];
    for (const [hole, seeds] of this.holes) {
      const keep = wanted.get(hole) ?? 0;
      if (seeds.length > keep) spare.push(...seeds.splice(keep));
    }
    for (const [hole, n] of wanted) {
      const seeds = this.#at(hole);
      while (seeds.length < n) seeds.push(spare.pop() ?? this.#count++);
    }
    this.#last = null;
  }

  apply(event: Event, mover: Side): void {
    switch (event.do) {
      case "lift":
      case "join":
        this.#move(event.at, hand, event.seeds);
        this.#last = event.at;
        break;
      case "drop":
        this.#move(hand, holeOf(event.at, mover), 1);
        this.#last = holeOf(event.at, mover);
        break;
      case "capture":
      case "collect":
        this.#move(event.at, storeOf(mover), event.seeds);
        break;
      case "give":
        this.#move(event.at, storeOf(other(mover)), event.seeds);
        break;
      case "remove":
        this.#move(holeOf(event.at, mover), out, event.seeds);
        break;
      case "own":
        this.owners = new Map(this.owners).set(event.at, mover);
        break;
      default:
    }
  }

  #at(hole: string): number[] {
    let seeds = this.holes.get(hole);
    if (!seeds) this.holes.set(hole, (seeds = []));
    return seeds;
  }

  #move(from: string, to: string, n: number): void {
    const source = this.#at(from);
    this.#at(to).push(...source.splice(Math.max(0, source.length - n)));
  }
}
