// The direction on the screen in which a move sows its first seed, for games with a choice of direction.
import { owner, pitLetter } from "../api/sides";
import { pitOf } from "../game/move";
import type { Geometry } from "./geometry";

export type Heading = "left" | "right" | "up" | "down";

export const headingKeys: Record<string, Heading> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
export const headingSigns: Record<Heading, string> = { left: "←", right: "→", up: "↑", down: "↓" };

// A move ending in "<" sows to the previous pit, any other to the next one. At the ends of a side the direction of the
// adjacent step is used.
export function headingOf({ pits }: Geometry, move: string): Heading {
  const pit = pitOf(move);
  const side = owner(pit);
  const number = pit.charCodeAt(0) - pitLetter(side, 0).charCodeAt(0);
  const step = move.endsWith("<") ? -1 : 1;
  const [here, ahead, behind] = [0, step, -step].map((by) => pits[pitLetter(side, number + by)]);
  const from = ahead ? here : behind;
  const to = ahead ?? here;
  const x = (to?.x ?? 0) - (from?.x ?? 0);
  const y = (to?.y ?? 0) - (from?.y ?? 0);
  if (Math.abs(x) >= Math.abs(y)) return x < 0 ? "left" : "right";
  return y < 0 ? "up" : "down";
}
