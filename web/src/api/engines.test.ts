import { EngineError } from "sow-engine/routes";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Backend } from "./backend";
import type { DeviceBackend } from "./device";
import { Engines } from "./engines.svelte";
import type { Catalog, ReportPly } from "./types";

const catalog = { games: [{ id: "owari", origin: "built-in" }, { id: "mine.toml", origin: "file" }], limits: { threads: 4 } } as Catalog;
const listeners = { wait: () => undefined, ply: (ply: ReportPly) => plies.push(ply.ply), report: () => undefined };
let plies: number[];

// A back end that records its requests. While `down`, it cannot be reached.
class Fake implements Backend {
  asked: string[] = [];
  down = false;
  upTo = 3; // plies of a report before it ends or breaks
  #answer(path: string): void {
    if (path !== "/api/games") this.asked.push(path.slice(5));
    if (this.down) throw new EngineError(0, { error: "down", field: null });
  }
  ask = async (path: string) => (this.#answer(path), {} as never);
  follow = async (path: string, _: unknown, on: unknown) => {
    for (let ply = 0; ply < this.upTo; ++ply) (on as typeof listeners).ply({ ply } as ReportPly);
    this.#answer(path);
  };
  #loaded = () => undefined as void;
  onload = (listener: () => void) => void (this.#loaded = listener);
  load = async () => {
    if (this.down) throw new Error("not loaded");
    this.#loaded();
  };
}

let server: Fake;
let device: Fake;
let engines: Engines;
const create = async (withServer: boolean, withDevice: boolean) => {
  engines = new Engines(withServer ? server : null, withDevice ? (device as unknown as DeviceBackend) : null, async () => catalog);
  await engines.catalog();
};
const play = (game = "owari") => engines.ask("/api/play", { game });
const choose = (game = "owari") => engines.ask("/api/choose", { game, player: "greedy" });

beforeEach(async () => {
  plies = [];
  server = new Fake();
  device = new Fake();
  await create(true, true);
});
afterEach(() => vi.useRealTimers());

describe("Engines", () => {
  it("runs rules on the device once it is loaded, and searches on the server", async () => {
    await play();
    await engines.load();
    await play();
    await choose();
    expect([server.asked, device.asked]).toEqual([["play", "choose"], ["play"]]);
    expect(engines.searching).toBe("server");
  });

  it("leaves games of the server's rule files to the server", async () => {
    await engines.load();
    engines.choose("device");
    await play("mine.toml");
    await choose("mine.toml");
    await engines.ask("/api/ogn/read", { text: "" });
    await play("owari:seeds=4");
    expect([server.asked, device.asked]).toEqual([["play", "choose", "ogn/read"], ["play"]]);
  });

  it("searches where the user chooses", async () => {
    engines.choose("device");
    await choose();
    expect(device.asked).toEqual(["choose"]);
    engines.choose("server");
    await choose();
    expect(server.asked).toEqual(["choose"]);
  });

  it("switches to the device if the server is lost, and offers the server when it is back", async () => {
    vi.useFakeTimers();
    server.down = true;
    await choose();
    expect(device.asked).toEqual(["choose"]);
    expect([engines.server, engines.searching]).toEqual(["lost", "device"]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(engines.server).toBe("lost");
    server.down = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect([engines.server, engines.searching]).toEqual(["back", "device"]);
    engines.useServer();
    await choose();
    expect(server.asked).toEqual(["choose", "choose"]);
  });

  it("sends each ply of a report once if the server is lost halfway", async () => {
    server.down = true;
    server.upTo = 2;
    await engines.follow("/api/report", { game: "owari" }, listeners, new AbortController().signal);
    expect(plies).toEqual([0, 1, 2]);
  });

  it("does not switch if the user insists on the server, if it has the only copy of the game, or without an engine", async () => {
    server.down = true;
    engines.choose("server");
    await expect(choose()).rejects.toThrow("down");
    engines.choose("auto");
    await expect(choose("mine.toml")).rejects.toThrow("down");
    device.down = true; // its engine cannot be loaded
    await expect(choose()).rejects.toThrow("down");
    expect(engines.searching).toBe("server");
    await create(true, false);
    await expect(choose()).rejects.toThrow("down");
    expect(engines.searching).toBe("server");
    expect(device.asked).toEqual([]);
  });

  it("waits for a server that is down until the device can take over", async () => {
    vi.useFakeTimers();
    server.down = true;
    await create(true, false);
    let recovered = false;
    void engines.recover(new AbortController().signal).then(() => (recovered = true));
    await vi.advanceTimersByTimeAsync(5000);
    expect(recovered).toBe(false);
    server.down = false;
    await vi.advanceTimersByTimeAsync(2000);
    expect(recovered).toBe(true);
    server.down = true;
    await create(true, true);
    const taken = engines.recover(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(2000);
    await taken;
    expect(engines.searching).toBe("device");
  });

  it("needs no server", async () => {
    await create(false, true);
    await play();
    await choose();
    expect([device.asked, engines.server, engines.searching, engines.both]).toEqual([["play", "choose"], "none", "device", false]);
  });
});
