import { describe, expect, it } from "vitest";
import { pitRadius, type Spot } from "./geometry";
import { floorCapacity, placeInHand, placeInHole, seedRadius } from "./placement";

const pit: Spot = { x: 3, y: 2, rx: pitRadius, ry: pitRadius, count: { x: 3, y: 3 } };

describe("seeds in a pit", () => {
  it("are inside it, in every layer", () => {
    for (let salt = 0; salt < 40; ++salt) {
      for (let i = 0; i < 100; ++i) {
        const place = placeInHole(pit, salt, i);
        expect(Math.hypot(place.x - pit.x, place.y - pit.y)).toBeLessThan(pitRadius - seedRadius * 0.4);
      }
    }
  });

  it("are inside a long store, within its round ends", () => {
    for (const store of [{ ...pit, ry: 1.1 }, { ...pit, rx: 2.6, ry: 0.28 }]) {
      const radius = Math.min(store.rx, store.ry);
      for (let i = 0; i < 200; ++i) {
        const place = placeInHole(store, 3, i);
        const beyond = (distance: number, reach: number) => Math.max(0, Math.abs(distance) - (reach - radius));
        const out = Math.hypot(beyond(place.x - store.x, store.rx), beyond(place.y - store.y, store.ry));
        expect(out).toBeLessThan(radius - seedRadius);
      }
    }
  });

  it("do not overlap on the floor while they are few", () => {
    for (let salt = 0; salt < 40; ++salt) {
      for (let i = 0; i < Math.min(8, floorCapacity(pit)); ++i) {
        for (let j = 0; j < i; ++j) {
          const a = placeInHole(pit, salt, i);
          const b = placeInHole(pit, salt, j);
          expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(seedRadius * 0.9);
        }
      }
    }
  });

  it("have deterministic places", () => {
    expect(placeInHole(pit, 4, 7)).toEqual(placeInHole(pit, 4, 7));
    expect(placeInHole(pit, 4, 7)).not.toEqual(placeInHole(pit, 5, 7));
  });

  it("stay above the pit while in the hand", () => {
    for (let i = 0; i < 100; ++i) expect(Math.abs(placeInHand(pit, i).x - pit.x)).toBeLessThan(0.5);
  });
});
