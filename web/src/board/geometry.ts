// Where the holes of a board are drawn. One unit is the distance between the centres of neighbouring pits.
import { owner, sides } from "../api/sides";
import type { Game, Side } from "../api/types";
import { storeOf } from "./seeds";

export interface Spot {
  x: number; // centre
  y: number;
  rx: number;
  ry: number;
  count: { x: number; y: number }; // where the number of seeds stands
}

export interface Geometry {
  width: number;
  height: number;
  pits: Record<string, Spot>; // by letter
  stores: Partial<Record<Side, Spot>>;
  order: string[]; // pits as read, row by row
  border: { x: number; y: number }[]; // where the sides meet, if they share a row
}

export const pitRadius = 0.44;
const margin = 0.16; // wood around everything
const label = 0.36; // height of a line of counts
const storeWidth = 0.98;
const gap = 0.1; // between the halves of a board

// `compact` puts the stores above and below instead of beside, for narrow screens.
export function boardGeometry(game: Game, flipped: boolean, compact: boolean): Geometry {
  const rows = flipped ? [...game.layout].reverse().map((row) => [...row].reverse()) : game.layout;
  const columns = Math.max(...rows.map((row) => row.length));
  const beside = game.stores && !compact;
  const stacked = game.stores && compact;
  const left = margin + (beside ? storeWidth : 0);
  const stackHeight = stacked ? 0.66 : 0;

  const pits: Record<string, Spot> = {};
  let y = margin + stackHeight;
  rows.forEach((row, r) => {
    // Outer rows carry their counts outside, inner rows of a four-row board in the middle.
    const upperHalf = r < rows.length / 2;
    const outer = rows.length === 2 || r === 0 || r === rows.length - 1;
    const above = outer === upperHalf;
    if (above) y += label;
    if (r === rows.length / 2) y += gap;
    row.forEach((pit, c) => {
      const x = left + c + 0.5;
      const count = { x, y: above ? y - label / 2 + 0.03 : y + 1 + label / 2 - 0.03 };
      pits[pit] = { x, y: y + 0.5, rx: pitRadius, ry: pitRadius, count };
    });
    y += 1;
    if (!above) y += label;
  });
  const width = left * 2 + columns;
  const height = y + stackHeight + margin;

  const stores: Partial<Record<Side, Spot>> = {};
  const lowest = rows.at(-1)?.[0];
  for (const side of sides) {
    if (beside) {
      const onLeft = (side === game.leftStore) !== flipped;
      const inset = margin + storeWidth / 2 - 0.04;
      const x = onLeft ? inset : width - inset;
      const ry = rows.length / 2 + gap / 2 - 0.06;
      stores[side] = { x, y: height / 2, rx: 0.4, ry, count: { x, y: height / 2 + ry + label / 2 + 0.02 } };
    } else if (stacked) {
      const below = side === (lowest ? owner(lowest) : "S");
      const y = below ? height - margin - 0.28 : margin + 0.28;
      const rx = (columns - 0.75) / 2;
      stores[side] = { x: left + 0.06 + rx, y, rx, ry: 0.28, count: { x: width - margin - 0.34, y } };
    }
  }
  return { width, height, pits, stores, order: rows.flat(), border: sharedBorder(rows, pits) };
}

// On a board of three rows: a line with a step, below that part of the middle row which belongs to the upper side.
function sharedBorder(rows: readonly string[][], pits: Record<string, Spot>): Geometry["border"] {
  const spots = rows.map((row) => row.flatMap((pit) => pits[pit] ?? []));
  const [, middle, lowest] = spots;
  const [upper, first] = [rows[0]?.[0], rows[1]?.[0]];
  if (rows.length !== 3 || !upper || !first || !middle?.[0] || !lowest?.[0]) return [];
  const [above, below] = [middle[0].y - 0.5, lowest[0].y - 0.5];
  const split = rows[1]!.filter((pit) => owner(pit) === owner(first)).length;
  const [left, right] = owner(first) === owner(upper) ? [below, above] : [above, below];
  const x = middle[0].x - 0.5;
  return [{ x, y: left }, { x: x + split, y: left }, { x: x + split, y: right }, { x: x + middle.length, y: right }];
}

// Every hole by its name, as seeds know it.
export const spotsOf = ({ pits, stores }: Geometry): Map<string, Spot> =>
  new Map<string, Spot>([
    ...Object.entries(pits),
    ...Object.entries(stores).map(([side, spot]) => [storeOf(side as Side), spot] as const),
  ]);

// The pit beside another: so many to the right or down, at the edge none.
export function neighbour({ pits }: Geometry, from: string, right: number, down: number): string | null {
  const here = pits[from];
  if (!here) return null;
  const ahead = Object.entries(pits).filter(([, spot]) =>
    right !== 0 ? Math.abs(spot.y - here.y) < 0.1 && (spot.x - here.x) * right > 0.1
      : Math.abs(spot.x - here.x) < 0.1 && (spot.y - here.y) * down > 0.1);
  const distance = (spot: Spot) => Math.abs(spot.x - here.x) + Math.abs(spot.y - here.y);
  return ahead.sort(([, a], [, b]) => distance(a) - distance(b))[0]?.[0] ?? null;
}
