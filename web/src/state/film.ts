// The pictures of a game: one scene for each position.
import { sideName, sides } from "../api/sides";
import type { Ending, Position, Side, Turn } from "../api/types";
import { seedsOf, type Scene } from "../board/paint";
import { swept } from "../board/seeds";
import { nicknameOf } from "../game/ladder";
import * as t from "../game/tree";
import { person } from "../words/players";
import { forfeited } from "../words/narrator";
import type { Session } from "./session.svelte";

// Names for people who see the picture: without "you".
function nameOf(session: Session, side: Side): string {
  const tag = session.study && session.tags[sideName(side)];
  if (tag && tag !== "?" && tag !== person) return tag;
  return session.names[side] || nicknameOf(session.players[side]) || sideName(side);
}

export function sceneOf(session: Session, position: Position, turn: Turn | null, ending: Ending | null): Scene {
  const { game, flipped } = session;
  const end = ending && !forfeited(ending.reason) ? ending.result : null;
  const shown = (ending && game.has_stores && swept(position, ending)) || position;
  const [S, N] = sides.map((side) => `${nameOf(session, side)}  ${end ? end[side] : seedsOf(game, position, side)}`) as [string, string];
  return { game, flipped, position: shown, turn, names: { S, N }, title: game.title, caption: turn?.move ?? "" };
}

// From the start to the end of the game, or of the main line of a study.
export async function* scenesOf(session: Session): AsyncGenerator<Scene> {
  const path = [t.nodeOf(session.tree, t.root), ...t.pathTo(session.tree, session.end)];
  for (const [i, node] of path.entries()) {
    const { position, ending } = await session.infoOf(node.id);
    const scene = sceneOf(session, position, session.turnTo(node.id), ending);
    yield { ...scene, caption: i === 0 ? "" : `${t.numberText(path.slice(1, i + 1))} ${node.move}` };
  }
}
