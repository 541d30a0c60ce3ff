// How the page is arranged: the board takes the space there is, and the panel goes where it leaves the board larger.
import type { Game } from "../api/types";
import { boardGeometry, pitRadius, type Geometry, type Shape } from "./geometry";

export interface Size {
  width: number;
  height: number;
}

// beside: the panel on the right, below: under the board, column: everything else on the right (a landscape phone),
// stacked: one column that scrolls (a phone), alone: no panel.
export type Place = "beside" | "below" | "column" | "stacked" | "alone";

export interface Arrangement {
  place: Place;
  geometry: Geometry;
  width: number; // of the board in pixels
}

// In pixels; App.svelte has the same in CSS.
const phoneWidth = 700; // up to this width the controls are at the bottom of the screen
const shortHeight = 520; // up to this height there is no room above and below the board
const header = 54;
const rows = 196; // players, controls, message, and the gaps between them
const sides = 44;
const panel = { width: 372, narrow: 320, height: 236 };
const phone = { around: 262, side: 5, column: 300 };
const minPit = 40; // diameter in pixels on a phone
// How much larger the pits must be with stores above and below them. With the panel beside the board, a wide board
// leaves much of the height empty.
const compactGain = { usual: 1.15, tall: 1.02 };

const fit = ({ width, height }: Geometry, space: Size): number => Math.max(200, Math.floor(Math.min(space.width, (space.height * width) / height)));

// `alone`: only the board; `tall`: the panel needs height.
export function arrange(game: Game, flipped: boolean, screen: Size, { alone = false, tall = false } = {}): Arrangement {
  const shaped = (shape: Shape) => boardGeometry(game, flipped, shape);
  const { width, height } = screen;
  if (width <= phoneWidth) {
    const space = { width: width - 2 * phone.side, height: height - phone.around };
    const compact = shaped("compact");
    if ((space.width / compact.width) * pitRadius * 2 >= minPit) return { place: "stacked", geometry: compact, width: space.width };
    // Too many pits in a row: the board is turned upright, and the page scrolls if it is too tall.
    const upright = shaped("upright");
    const smallest = (upright.width * minPit) / (pitRadius * 2);
    return { place: "stacked", geometry: upright, width: Math.min(space.width, Math.max(Math.ceil(smallest), fit(upright, space))) };
  }
  const choices: Arrangement[] = [];
  const add = (place: Place, geometry: Geometry, space: Size) => choices.push({ place, geometry, width: fit(geometry, space) });
  const free = { width: width - sides, height: height - header - rows };
  for (const shape of ["wide", "compact"] as const) {
    const geometry = shaped(shape);
    if (alone) add("alone", geometry, { ...free, height: free.height + header });
    else if (height <= shortHeight) add("column", geometry, { width: width - phone.column - 4 * phone.side, height: height - 2 * phone.side });
    else {
      add("beside", geometry, { ...free, width: free.width - (width >= 1200 ? panel.width : panel.narrow) - 20 });
      if (!tall) add("below", geometry, { ...free, height: free.height - panel.height - 14 });
    }
    // Stores at the ends of the rows look more familiar, so the other shape has to be clearly larger.
    if (shape === "wide" && !game.has_stores) break;
  }
  const size = ({ geometry, width }: Arrangement) => (width / geometry.width) * (geometry === choices[0]!.geometry ? compactGain[tall ? "tall" : "usual"] : 1);
  return choices.reduce((best, one) => (size(one) > size(best) ? one : best));
}
