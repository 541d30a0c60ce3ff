import type { Engine } from "sow-engine";
import { EngineError } from "sow-engine/routes";
import { beforeEach, describe, expect, it } from "vitest";
import { DeviceBackend } from "./device";

// An engine whose answers the test gives.
const engine = {
  built: [] as string[],
  build: async (): Promise<{ seeds: number; complete: boolean }> => ({ seeds: 9, complete: true }),
  ask: async (): Promise<unknown> => ({}),
  async *stream() {
    yield { event: "analysis", data: {} };
  },
  buildDatabase: (game: string) => (engine.built.push(game), engine.build()),
};

let device: DeviceBackend;
const settle = () => new Promise((resolve) => setTimeout(resolve));
const analyze = (game: string) =>
  device.follow("/api/analyze", { game }, { analysis: () => undefined, wait: () => undefined }, new AbortController().signal);

beforeEach(() => {
  device = new DeviceBackend({ script: "", wasm: "" }, async () => engine as unknown as Engine);
  Object.assign(engine, { built: [], ask: async () => ({}), build: async () => ({ seeds: 9, complete: true }) });
});

describe("DeviceBackend", () => {
  it("builds the small endgame database of a game after the first search in it, whatever kind it is", async () => {
    await device.ask("/api/play", { game: "owari" });
    expect(engine.built).toEqual([]);
    await device.ask("/api/choose", { game: "owari", player: "greedy" });
    await device.ask("/api/hint", { game: "kalah" });
    await analyze("oware");
    await device.follow("/api/report", { game: "hus" }, { ply: () => undefined, report: () => undefined, wait: () => undefined }, new AbortController().signal);
    await settle();
    await analyze("owari");
    await device.ask("/api/choose", { rules: "name = 'mine'", player: "greedy" });
    expect(engine.built).toEqual(["owari", "kalah", "oware", "hus"]);
  });

  it("continues a build that was stopped, after the next search", async () => {
    engine.build = async () => ({ seeds: 3, complete: false });
    await analyze("owari");
    await settle();
    engine.build = () => Promise.reject(new Error("the engine was closed"));
    await analyze("owari");
    await settle();
    engine.build = () => Promise.reject(new EngineError(400, { error: "unknown game", field: null }));
    await analyze("owari");
    await settle();
    await analyze("owari"); // the game has no database
    expect(engine.built).toHaveLength(3);
  });

  it("reports a lack of memory as an error that does not pass by itself", async () => {
    const full = new EngineError(503, { error: "out of memory; try again later", field: null });
    engine.ask = () => Promise.reject(full);
    const failed = device.ask("/api/hint", { game: "owari" });
    await expect(failed).rejects.toThrow("out of memory");
    await expect(failed).rejects.not.toBe(full); // as from a server, the page would repeat the request
  });
});
