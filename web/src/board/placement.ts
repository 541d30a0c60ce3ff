// Positions of seeds in a pit or store: scattered but deterministic. Adding a seed never moves the others.
import type { Spot } from "./geometry";

export interface Placement {
  x: number;
  y: number;
  turn: number; // degrees
}

// A pseudorandom number in [0, 1).
export function scatter(a: number, b: number): number {
  let h = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 2 ** 32;
}

export const seedRadius = 0.115;
const golden = Math.PI * (3 - Math.sqrt(5));

// The number of seeds that fit on the floor before a second layer starts.
export function floorCapacity(spot: Spot): number {
  const usable = (spot.rx - seedRadius * 1.15) * (spot.ry - seedRadius * 1.15);
  return Math.max(1, Math.round((usable / seedRadius ** 2) * 1.25));
}

// The place of seed `index`; `salt` differs between pits. Seeds follow a jittered sunflower spiral, and each layer
// covers the gaps of the one below.
export function placeInHole(spot: Spot, salt: number, index: number): Placement {
  if (spot.rx !== spot.ry) return strewn(spot, salt, index);
  const capacity = floorCapacity(spot);
  const layer = Math.floor(index / capacity);
  const i = (index % capacity) + (layer % 2 ? 0.85 : 0.35);
  const out = Math.sqrt(i / capacity) * (layer ? 0.86 : 1);
  const angle = i * golden + scatter(salt, 77) * Math.PI * 2 + layer;
  const loose = seedRadius * 0.3;
  return {
    x: spot.x + Math.cos(angle) * out * (spot.rx - seedRadius * 1.3) + (scatter(salt, index * 2) - 0.5) * loose,
    y: spot.y + Math.sin(angle) * out * (spot.ry - seedRadius * 1.3) + (scatter(salt, index * 2 + 1) - 0.5) * loose - Math.min(layer, 4) * 0.012,
    turn: scatter(salt + 31, index) * 360,
  };
}

// In a long store with round ends, seeds are spread evenly over the floor.
function strewn(spot: Spot, salt: number, index: number): Placement {
  const within = (start: number, step: number) => ((start + index * step) % 1) * 2 - 1;
  // Enough jitter to hide the regular pattern.
  const loose = (n: number) => (scatter(salt, index * 2 + n) - 0.5) * seedRadius * 1.6;
  const clamp = (value: number, max: number) => Math.max(-max, Math.min(max, value));
  const radius = Math.min(spot.rx, spot.ry) - seedRadius * 1.2;
  const half = Math.max(spot.rx, spot.ry) - seedRadius * 1.2;
  const along = clamp(within(0.5 + salt * 0.31, 0.6180339887) * half + loose(0), half);
  const intoEnd = Math.max(0, Math.abs(along) - (half - radius));
  const room = Math.sqrt(Math.max(0, radius ** 2 - intoEnd ** 2));
  const across = clamp(within(0.5 + salt * 0.17, 0.7548776662) * room + loose(1), room);
  const [x, y] = spot.rx > spot.ry ? [along, across] : [across, along];
  return { x: spot.x + x, y: spot.y + y, turn: scatter(salt + 31, index) * 360 };
}

// Seeds in the hand form a cluster above the pit it has reached.
export function placeInHand(spot: Spot, index: number): Placement {
  const out = Math.sqrt(index + 0.3) * seedRadius * 0.82;
  const bounded = Math.min(out, 0.42);
  return {
    x: spot.x + Math.cos(index * golden) * bounded,
    y: spot.y - Math.min(spot.ry, 0.44) * 0.5 + Math.sin(index * golden) * bounded * 0.7,
    turn: scatter(5, index) * 360,
  };
}
