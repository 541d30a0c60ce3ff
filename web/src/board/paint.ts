// Paints a position on a canvas, for pictures and animations to share.
import { sides } from "../api/sides";
import type { Game, Position, Side, Turn } from "../api/types";
import { boardGeometry, pitRadius, spotsOf, type Geometry, type Spot } from "./geometry";
import type { Palette } from "./palette";
import { placeInHole, scatter } from "./placement";
import { countsOf, ownersOf } from "./seeds";
import { arrowAlong, pathOf } from "./trail";

export interface Scene {
  game: Game;
  flipped: boolean;
  position: Position;
  turn: Turn | null; // the last move, drawn as an arrow
  names: Record<Side, string>;
  title: string; // above the board
  caption: string; // below the board
}

const margin = 0.25; // around everything, in units of the board
const line = 0.6; // height of the lines above and below the board

// The size in pixels of a picture of this width, and the scale of the board's units. Both sides are even.
export function pictureSize(game: Game, width: number): { width: number; height: number; unit: number } {
  const board = boardGeometry(game, false, "wide");
  const unit = width / (board.width + 2 * margin);
  return { width, height: 2 * Math.round((unit * (board.height + 2 * line + 2 * margin)) / 2), unit };
}

export function paint(context: CanvasRenderingContext2D, scene: Scene, palette: Palette): void {
  const { width, height } = context.canvas;
  const geometry = boardGeometry(scene.game, scene.flipped, "wide");
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, width, height);
  const unit = width / (geometry.width + 2 * margin);
  context.setTransform(unit, 0, 0, unit, unit * margin, unit * (margin + line));
  paintWood(context, geometry, palette);
  for (const spot of Object.values(geometry.pits)) paintHole(context, spot, pitRadius, palette);
  for (const spot of Object.values(geometry.stores)) paintHole(context, spot, 0.36, palette);
  paintSeeds(context, geometry, scene.position, palette);
  paintArrow(context, geometry, scene.turn);
  paintCounts(context, geometry, scene, palette);
  const above: Side = scene.flipped ? "S" : "N";
  const below: Side = scene.flipped ? "N" : "S";
  paintLine(context, geometry, -line / 2 - 0.05, scene.names[above], scene.title, palette);
  paintLine(context, geometry, geometry.height + line / 2 + 0.05, scene.names[below], scene.caption, palette);
}

function paintWood(context: CanvasRenderingContext2D, { width, height, border }: Geometry, { woodLight, wood, woodDark, ink }: Palette): void {
  const fill = context.createLinearGradient(0, 0, width * 0.1, height);
  fill.addColorStop(0, woodLight);
  fill.addColorStop(0.45, wood);
  fill.addColorStop(1, woodDark);
  context.fillStyle = fill;
  context.beginPath();
  context.roundRect(0, 0, width, height, 0.42);
  context.fill();
  if (border.length === 0) return;
  context.strokeStyle = ink;
  context.lineWidth = 0.03;
  context.setLineDash([0.02, 0.08]);
  context.beginPath();
  for (const { x, y } of border) context.lineTo(x, y);
  context.stroke();
  context.setLineDash([]);
}

function paintHole(context: CanvasRenderingContext2D, { x, y, rx, ry }: Spot, radius: number, { pit, pitDeep, pitLip }: Palette): void {
  const shape = (dy: number) => {
    context.beginPath();
    context.roundRect(x - rx, y - ry + dy, 2 * rx, 2 * ry, Math.min(radius, rx, ry));
    context.fill();
  };
  context.fillStyle = pitLip;
  shape(0.02);
  const fill = context.createRadialGradient(x, y + 0.1, 0, x, y, Math.max(rx, ry));
  fill.addColorStop(0.4, pit);
  fill.addColorStop(1, pitDeep);
  context.fillStyle = fill;
  shape(0);
}

// The same seeds wherever nothing changes, so that frames of an animation differ as little as possible.
function paintSeeds(context: CanvasRenderingContext2D, geometry: Geometry, position: Position, { seeds }: Palette): void {
  const counts = countsOf(position);
  [...spotsOf(geometry)].sort(([a], [b]) => (a < b ? -1 : 1)).forEach(([hole, spot], salt) => {
    for (let index = 0; index < (counts.get(hole) ?? 0); ++index) {
      const { x, y, turn } = placeInHole(spot, salt, index);
      const { body, edge } = seeds[Math.floor(scatter(salt, 1000 + index) * seeds.length)]!;
      context.save();
      context.translate(x, y);
      context.fillStyle = "rgb(15 7 2 / 0.45)";
      ellipse(context, 0.012, 0.035, 0.123, 0.105);
      context.rotate((turn * Math.PI) / 180);
      const fill = context.createRadialGradient(-0.02, -0.03, 0.02, 0, 0, 0.123);
      fill.addColorStop(0.25, body);
      fill.addColorStop(1, edge);
      context.fillStyle = fill;
      ellipse(context, 0, 0, 0.123, 0.105);
      context.restore();
    }
  });
}

function ellipse(context: CanvasRenderingContext2D, x: number, y: number, rx: number, ry: number): void {
  context.beginPath();
  context.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI);
  context.fill();
}

function paintArrow(context: CanvasRenderingContext2D, geometry: Geometry, turn: Turn | null): void {
  const arrow = turn && arrowAlong(pathOf(geometry, turn));
  if (!arrow) return;
  const path = new Path2D(arrow);
  context.lineCap = context.lineJoin = "round";
  for (const [color, width] of [["#2b1608", 0.085], ["#ffe9b8", 0.045]] as const) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke(path);
  }
}

function paintCounts(context: CanvasRenderingContext2D, geometry: Geometry, { game, position }: Scene, { ink, serif, sans, south, north }: Palette): void {
  const counts = countsOf(position);
  const owners = ownersOf(position);
  const number = { size: 0.24, weight: "600", font: sans, color: ink };
  for (const letter of geometry.order) {
    const { x, y, count } = geometry.pits[letter]!;
    write(context, letter, { x: count.x - 0.03, y: count.y }, { size: 0.2, weight: "italic", font: serif, color: ink, align: "right" });
    if (!game.closed.includes(letter)) write(context, String(counts.get(letter) ?? 0), { x: count.x + 0.03, y: count.y }, { ...number, align: "left" });
    const side = owners.get(letter);
    if (!side) continue;
    context.fillStyle = side === "S" ? south : north;
    const mark = { x: x + 0.31, y: y - 0.31 };
    ellipse(context, mark.x, mark.y, 0.13, 0.13);
    write(context, side, mark, { size: 0.17, weight: "700", font: sans, color: "#fff8ea", align: "center" });
  }
  for (const side of sides) {
    const spot = geometry.stores[side];
    if (spot) write(context, String(position.stores[side]), spot.count, { ...number, align: "center" });
  }
}

// A name on the left, other text on the right, as far as there is room.
function paintLine(context: CanvasRenderingContext2D, { width }: Geometry, y: number, left: string, right: string, { text, soft, sans }: Palette): void {
  const room = width * 0.48;
  write(context, left, { x: 0.05, y }, { size: 0.28, weight: "600", font: sans, color: text, align: "left", room });
  write(context, right, { x: width - 0.05, y }, { size: 0.26, weight: "400", font: sans, color: soft, align: "right", room });
}

interface Lettering {
  size: number;
  weight: string;
  font: string;
  color: string;
  align: CanvasTextAlign;
  room?: number; // maximum width
}
const fine = 100; // browsers round the sizes of small fonts

function write(context: CanvasRenderingContext2D, text: string, { x, y }: { x: number; y: number }, { size, weight, font, color, align, room }: Lettering): void {
  context.save();
  context.scale(1 / fine, 1 / fine);
  context.font = `${weight} ${size * fine}px ${font}`;
  context.fillStyle = color;
  context.textAlign = align;
  context.textBaseline = "middle";
  context.fillText(text, x * fine, y * fine, room && room * fine);
  context.restore();
}

// Without stores, a player's seeds are those in their pits.
export function seedsOf(game: Game, { pits, stores }: Position, side: Side): number {
  return game.has_stores ? stores[side] : pits[side].reduce((sum, n) => sum + n, 0);
}
