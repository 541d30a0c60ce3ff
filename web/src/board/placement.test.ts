import { describe, expect, it } from "vitest";
import { pitRadius, type Spot } from "./geometry";
import { floorCapacity, handLie, lieOf, seedRadius } from "./placement";

const pit: Spot = { x: 3, y: 2, rx: pitRadius, ry: pitRadius, count: { x: 3, y: 3 } };

describe("seeds in a pit", () => {
  it("lie inside it, in every layer", () => {
    for (let salt = 0; salt < 40; ++salt) {
      for (let i = 0; i < 100; ++i) {
        const lie = lieOf(pit, salt, i);
        expect(Math.hypot(lie.x - pit.x, lie.y - pit.y)).toBeLessThan(pitRadius - seedRadius * 0.4);
      }
    }
  });

  it("lie inside a long hole too, within its round ends", () => {
    for (const store of [{ ...pit, ry: 1.1 }, { ...pit, rx: 2.6, ry: 0.28 }]) {
      const radius = Math.min(store.rx, store.ry);
      for (let i = 0; i < 200; ++i) {
        const lie = lieOf(store, 3, i);
        const beyond = (distance: number, reach: number) => Math.max(0, Math.abs(distance) - (reach - radius));
        const out = Math.hypot(beyond(lie.x - store.x, store.rx), beyond(lie.y - store.y, store.ry));
        expect(out).toBeLessThan(radius - seedRadius);
      }
    }
  });

  it("lie apart on the floor, so that a few can be counted at a glance", () => {
    for (let salt = 0; salt < 40; ++salt) {
      for (let i = 0; i < Math.min(8, floorCapacity(pit)); ++i) {
        for (let j = 0; j < i; ++j) {
          const a = lieOf(pit, salt, i);
          const b = lieOf(pit, salt, j);
          expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(seedRadius * 0.9);
        }
      }
    }
  });

  it("lie where they lay before", () => {
    expect(lieOf(pit, 4, 7)).toEqual(lieOf(pit, 4, 7));
    expect(lieOf(pit, 4, 7)).not.toEqual(lieOf(pit, 5, 7));
  });

  it("stay over the hole in the hand", () => {
    for (let i = 0; i < 100; ++i) expect(Math.abs(handLie(pit, i).x - pit.x)).toBeLessThan(0.5);
  });
});
