// The path of the seeds of a move, and an arrow along it.
import type { Turn } from "../api/types";
import { pitOf } from "../game/move";
import { spotsOf, type Geometry, type Spot } from "./geometry";
import { holeOf } from "./seeds";

interface Point {
  x: number;
  y: number;
}

// From the pit where the last lap was lifted to the hole of its last seed. A lap around the board counts from its last
// passage, so that no hole occurs twice.
export function pathOf(geometry: Geometry, turn: Turn): Point[] {
  const spots = spotsOf(geometry);
  let holes = [pitOf(turn.move)];
  for (const event of turn.trace ?? []) {
    if (event.do === "lift" || event.do === "join") holes = [event.at];
    if (event.do === "drop") holes.push(holeOf(event.at, turn.mover));
  }
  if (!turn.trace?.length) holes.push(holeOf(turn.last, turn.mover));
  const last = holes.at(-1)!;
  const first = holes.lastIndexOf(last, -2) + 1;
  const path = holes.slice(first).flatMap((hole) => spots.get(hole) ?? []);
  return path.map((spot, i) => nearest(spot, path[i - 1] ?? spot));
}

// A long store above or below the pits is passed close to the pit before it.
function nearest({ x, y, rx, ry }: Spot, before: Point): Point {
  const reach = Math.max(0, rx - ry);
  return { x: Math.max(x - reach, Math.min(x + reach, before.x)), y };
}

const text = ({ x, y }: Point): string => `${x.toFixed(3)} ${y.toFixed(3)}`;
const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

// An SVG path with rounded corners and a head; "" for a single point.
export function arrowAlong(points: readonly Point[]): string {
  const from = points.at(-2);
  const to = points.at(-1);
  if (!from || !to) return "";
  const start = points[0]!;
  let path = `M ${text(start)}`;
  for (let i = 1; i + 1 < points.length; ++i) path += ` L ${text(between(points[i - 1]!, points[i]!))} Q ${text(points[i]!)} ${text(between(points[i]!, points[i + 1]!))}`;
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const corner = (turned: number) => text({ x: to.x - Math.cos(angle + turned) * 0.22, y: to.y - Math.sin(angle + turned) * 0.22 });
  return `${path} L ${text(to)} M ${corner(0.5)} L ${text(to)} L ${corner(-0.5)}`;
}
