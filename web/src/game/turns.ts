// A game turn by turn: each move travels as a link, and both devices save the game under the same id.
import type { Side } from "../api/types";
import { movesOf, recordOf, type Saved } from "./saved";
import * as t from "./tree";
import { friend, human } from "./who";

// The friend's side, or null if the game is not played turn by turn.
export const friendOf = ({ players, live }: Pick<Saved, "players" | "live">): Side | null =>
  live === null ? null : players.S === friend ? "S" : players.N === friend ? "N" : null;

const newsOf = (moves: number, { resigned }: Pick<Saved, "resigned">): number => moves + (resigned === null ? 0 : 1);

// The game as the friend sees it. Comments and variations are yours and stay here.
export function forFriend(saved: Saved): Saved {
  const yours = friendOf(saved) ?? "N";
  const line = recordOf(saved).line!.filter((element) => "move" in element);
  const players = yours === "S" ? { S: human, N: friend } : { S: friend, N: human };
  const { aided: _, ...rest } = saved;
  return { ...rest, line, players, at: movesOf(saved), live: line.length, sent: newsOf(line.length, rest), flipped: yours === "N", clock: null };
}

// What the link brings to a device that has the game already.
//   news: moves, or a resignation
//   old: nothing, because the device has these moves or more
//   other: a different game, because a move differs
export type Arrival = "news" | "old" | "other";

export function arrivalOf(kept: Saved, link: Saved): Arrival {
  const [mine, theirs] = [movesOf(kept), movesOf(link)];
  const common = Math.min(mine.length, theirs.length);
  if (mine.slice(0, common).join() !== theirs.slice(0, common).join() || kept.position !== link.position) return "other";
  if (theirs.length !== mine.length) return theirs.length > mine.length && kept.resigned === null ? "news" : "old";
  return link.resigned !== null && kept.resigned === null ? "news" : "old";
}

// Your copy with the news from the link. Your comments and variations stay.
export function updated(kept: Saved, link: Saved): Saved {
  let tree = t.fromLine(kept.line);
  let at = t.root;
  for (const element of recordOf(link).line!)
    if ("move" in element) ({ tree, id: at } = t.grow(tree, at, element.move, element.taken ?? 0, true));
  const moves = t.movesTo(tree, at);
  const side = friendOf(kept);
  const names = side && link.names && { S: "", N: "", ...kept.names, [side]: link.names[side] };
  return { ...kept, ...(names && { names }), line: t.toLine(tree), live: moves.length, at: moves, sent: newsOf(moves.length, link), resigned: link.resigned };
}

// The id of the next game of a match, so that both devices choose the same one.
export function nextId(id: string): string {
  const [, base = id, number = "1"] = /^(.*)_(\d+)$/.exec(id) ?? [];
  return `${base}_${Number(number) + 1}`;
}
