// Encodes frames as an animated GIF. All frames share one palette, and pixels that do not change are transparent, so
// that a whole game stays small.
import { applyPalette, GIFEncoder, quantize } from "gifenc";

export interface Frame {
  pixels: Uint8ClampedArray; // RGBA
  delay: number; // ms
}

const colors = 255;
const unchanged = 255; // the transparent index

export class Animation {
  readonly #gif = GIFEncoder();
  readonly #palette: number[][];
  #before: Uint8Array | null = null;

  // `samples`: frames with all colors.
  constructor(
    readonly width: number,
    readonly height: number,
    samples: readonly Uint8ClampedArray[],
  ) {
    const all = new Uint8ClampedArray(samples.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const sample of samples) {
      all.set(sample, at);
      at += sample.length;
    }
    this.#palette = quantize(all, colors);
    while (this.#palette.length <= unchanged) this.#palette.push([0, 0, 0]);
  }

  add({ pixels, delay }: Frame): void {
    const index = applyPalette(pixels, this.#palette.slice(0, colors));
    const before = this.#before;
    const shown = before ? index.map((color, i) => (color === before[i] ? unchanged : color)) : index;
    this.#gif.writeFrame(shown, this.width, this.height, {
      delay, dispose: 1, ...(before ? { transparent: true, transparentIndex: unchanged } : { palette: this.#palette }),
    });
    this.#before = index;
  }

  finish(): Uint8Array {
    this.#gif.finish();
    return this.#gif.bytes();
  }
}
