// What a move would do, read off the server's account of it: for showing it before it is played.
import type { Event, Position, Side, Turn } from "../api/types";
import { countsOf, storeOf } from "./seeds";

export interface Preview {
  move: string;
  last: string; // hole where the last seed falls
  sown: Set<string>; // holes that get a seed
  taken: Map<string, number>; // seeds captured, joined or put out of the game, by pit
  owned: Set<string>; // pits the mover comes to own
  change: Map<string, number>; // seeds after less seeds before, by hole; no entry where nothing changes
  again: boolean;
  text: string;
}

const hole = (event: Event, mover: Side): string =>
  "at" in event ? (event.at === "store" ? storeOf(mover) : event.at) : "";

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
  const last = turn.last === "store" ? storeOf(turn.mover) : turn.last;
  return { move: turn.move, last, sown, taken, owned, change, again: turn.again, text: turn.text };
}
