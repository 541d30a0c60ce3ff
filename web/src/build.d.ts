// Provided by vite.plugins.ts.
declare module "virtual:sow-build" {
  const build: {
    engine: { script: string; wasm: string } | null; // addresses; null: built without it
    games: string | null; // address of the list of games; null: the server has it
  };
  export default build;
}

// Part of gifenc, which has no types.
declare module "gifenc" {
  interface FrameOptions {
    palette?: number[][];
    delay?: number;
    dispose?: number;
    transparent?: boolean;
    transparentIndex?: number;
  }
  export function quantize(rgba: Uint8ClampedArray, maxColors: number): number[][];
  export function applyPalette(rgba: Uint8ClampedArray, palette: number[][]): Uint8Array;
  export function GIFEncoder(): { writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void; finish(): void; bytes(): Uint8Array };
}
