import { expect, it } from "vitest";
import { Animation } from "./gif";

const [width, height] = [8, 4];
const picture = (color: (i: number) => [number, number, number]): Uint8ClampedArray =>
  Uint8ClampedArray.from(Array.from({ length: width * height }, (_, i) => [...color(i), 255]).flat());
const white = picture(() => [255, 255, 255]);
const dotted = picture((i) => (i === 5 ? [200, 0, 0] : [255, 255, 255]));

const occurrences = (bytes: Uint8Array, pattern: readonly number[]): number =>
  bytes.reduce((sum, _, i) => sum + Number(pattern.every((byte, k) => bytes[i + k] === byte)), 0);
const control = [0x21, 0xf9, 0x04]; // starts the description of a frame

it("encodes frames with a header, a size, and an end", () => {
  const animation = new Animation(width, height, [white, dotted]);
  for (const pixels of [white, dotted, white]) animation.add({ pixels, delay: 900 });
  const bytes = animation.finish();
  expect(new TextDecoder().decode(bytes.slice(0, 6))).toBe("GIF89a");
  expect([...bytes.slice(6, 10)]).toEqual([width, 0, height, 0]);
  expect(occurrences(bytes, control)).toBe(3);
  expect(occurrences(bytes, [...control, 5, 90, 0, 255])).toBe(2); // later frames: transparent color 255, 900 ms
  expect(bytes.at(-1)).toBe(0x3b);
});

it("stays small if little changes", () => {
  const noise = picture((i) => [(i * 97) % 256, (i * 57) % 256, (i * 31) % 256]);
  const size = (frames: readonly Uint8ClampedArray[]) => {
    const animation = new Animation(width, height, [noise]);
    for (const pixels of frames) animation.add({ pixels, delay: 100 });
    return animation.finish().length;
  };
  expect(size([noise, noise]) - size([noise])).toBeLessThan(40);
});
