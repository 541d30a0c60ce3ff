// The effect of a move before it is played, from its trace.
import type { Event, Position, Side, Turn } from "../api/types";
import { countsOf, holeOf } from "./seeds";

export interface Preview {
  move: string;
  last: string; // pit or store of the last seed
  sown: Set<string>; // pits and stores that get a seed
  taken: Map<string, number>; // seeds captured, picked up again, or removed, by pit
  owned: Set<string>; // pits the mover takes ownership of
  change: Map<string, number>; // change in seeds by pit or store; unchanged ones are omitted
  again: boolean;
}

const hole = (event: Event, mover: Side): string => ("at" in event ? holeOf(event.at, mover) : "");

export function previewOf(turn: Turn, before: Position): Preview {
  const sown = new Set<string>();
  const taken = new Map<string, number>();
  const owned = new Set<string>();
  for (const event of turn.trace ?? []) {
    const at = hole(event, turn.mover);
    if (event.do === "drop") sown.add(at);
    if (event.do === "own") owned.add(at);
    if (event.do === "capture" || event.do === "join" || event.do === "remove") taken.set(at, (taken.get(at) ?? 0) + event.seeds);
  }
  const change = new Map<string, number>();
  const old = countsOf(before);
  for (const [at, n] of countsOf(turn.after)) {
    const difference = n - (old.get(at) ?? 0);
    if (difference !== 0) change.set(at, difference);
  }
  const last = holeOf(turn.last, turn.mover);
  return { move: turn.move, last, sown, taken, owned, change, again: turn.again };
}
