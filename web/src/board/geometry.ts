// Where pits and stores are drawn. One unit is the distance between the centers of adjacent pits.
import { owner, sides } from "../api/sides";
import type { Game, Side } from "../api/types";
import { storeOf } from "./seeds";

export interface Spot {
  x: number; // center
  y: number;
  rx: number;
  ry: number;
  count: { x: number; y: number }; // position of the seed count
}

export interface Geometry {
  width: number;
  height: number;
  pits: Record<string, Spot>; // by letter
  stores: Partial<Record<Side, Spot>>;
  order: string[]; // pits in reading order
  border: { x: number; y: number }[]; // line between the sides if they share a row
  upright: boolean; // rows run from bottom to top
}

export const pitRadius = 0.44;
const margin = 0.16; // wood around everything
const label = 0.36; // height of a row of counts
const uprightLabel = 0.72; // width of a column of counts
const storeWidth = 0.98;
const gap = 0.1; // between the halves of a board

// compact, for narrow screens: stores above and below the pits; upright: the wide board turned counterclockwise.
export type Shape = "wide" | "compact" | "upright";

export function boardGeometry(game: Game, flipped: boolean, shape: Shape): Geometry {
  return shape === "upright" ? turned(flatGeometry(game, flipped, false, uprightLabel)) : flatGeometry(game, flipped, shape === "compact", label);
}

function turned({ width, height, pits, stores, order, border }: Geometry): Geometry {
  const point = ({ x, y }: { x: number; y: number }) => ({ x: y, y: width - x });
  const spot = (from: Spot): Spot => ({ ...point(from), rx: from.ry, ry: from.rx, count: point(from.count) });
  const all = <K extends string>(spots: Partial<Record<K, Spot>>) =>
    Object.fromEntries(Object.entries(spots).map(([name, one]) => [name, spot(one as Spot)])) as Record<K, Spot>;
  const upright = all(pits);
  for (const store of Object.values(stores)) store.count = { x: store.x, y: store.y }; // on the store: beside it there is no room
  const inReadingOrder = [...order].sort((a, b) => upright[a]!.y - upright[b]!.y || upright[a]!.x - upright[b]!.x);
  return { width: height, height: width, pits: upright, stores: all(stores), order: inReadingOrder, border: border.map(point), upright: true };
}

function flatGeometry(game: Game, flipped: boolean, compact: boolean, label: number): Geometry {
  const rows = flipped ? [...game.layout].reverse().map((row) => [...row].reverse()) : game.layout;
  const columns = Math.max(...rows.map((row) => row.length));
  const beside = game.has_stores && !compact;
  const stacked = game.has_stores && compact;
  const left = margin + (beside ? storeWidth : 0);
  const stackHeight = stacked ? 0.66 : 0;

  const pits: Record<string, Spot> = {};
  let y = margin + stackHeight;
  rows.forEach((row, r) => {
    // Outer rows have their counts outside, inner rows of a four-row board in the middle.
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
      const onLeft = (side === game.left_store) !== flipped;
      const inset = margin + storeWidth / 2 - 0.04;
      const x = onLeft ? inset : width - inset;
      const ry = rows.length / 2 + gap / 2 - 0.06;
      stores[side] = { x, y: height / 2, rx: 0.4, ry, count: { x, y: height / 2 + ry + label / 2 + 0.02 } };
    } else if (stacked) {
      const below = side === (lowest ? owner(lowest) : "S");
      const y = below ? height - margin - 0.28 : margin + 0.28;
      const rx = (columns - 0.95) / 2; // leaves room for "You 24"
      stores[side] = { x: left + 0.06 + rx, y, rx, ry: 0.28, count: { x: width - margin - 0.42, y } };
    }
  }
  return { width, height, pits, stores, order: rows.flat(), border: sharedBorder(rows, pits), upright: false };
}

// On a three-row board: a stepped line between the two halves of the middle row.
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

// Every pit and store by its name in SeedBoard.
export const spotsOf = ({ pits, stores }: Geometry): Map<string, Spot> =>
  new Map<string, Spot>([
    ...Object.entries(pits),
    ...Object.entries(stores).map(([side, spot]) => [storeOf(side as Side), spot] as const),
  ]);

// The next pit in a direction, or null at the edge.
export function neighbor({ pits }: Geometry, from: string, right: number, down: number): string | null {
  const here = pits[from];
  if (!here) return null;
  const ahead = Object.entries(pits).filter(([, spot]) =>
    right !== 0 ? Math.abs(spot.y - here.y) < 0.1 && (spot.x - here.x) * right > 0.1
      : Math.abs(spot.x - here.x) < 0.1 && (spot.y - here.y) * down > 0.1);
  const distance = (spot: Spot) => Math.abs(spot.x - here.x) + Math.abs(spot.y - here.y);
  return ahead.sort(([, a], [, b]) => distance(a) - distance(b))[0]?.[0] ?? null;
}
