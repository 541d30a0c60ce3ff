import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Channel, type Request } from "./channel.js";
import type { EngineWorker, Platform } from "./platform.js";
import type { Call, FromWorker, Start, ToWorker } from "./protocol.js";

// A worker whose answers the test writes.
class FakeWorker implements EngineWorker {
  calls: Call[] = [];
  terminated = false;
  constructor(
    readonly tell: (message: FromWorker) => void,
    readonly die: (reason: string) => void,
  ) {}
  post(message: ToWorker): void {
    if ("start" in message) this.tell({ ready: true });
    else this.calls.push(message.call);
  }
  terminate(): void {
    this.terminated = true;
  }
  get call(): Call {
    return this.calls.at(-1)!;
  }
  event(data: unknown): void {
    this.tell({ id: this.call.id, event: "analysis", data });
  }
  answer(answer: unknown, status = 200): void {
    this.tell({ id: this.call.id, status, answer });
  }
  get stopped(): boolean {
    const { stop } = this.call;
    return "memory" in stop && new Int32Array(stop.memory)[0] === 1;
  }
}

let workers: FakeWorker[];
let channel: Channel;
const worker = () => workers.at(-1)!;
const request = (path: string): Request => ({ method: "POST", path, body: "{}" });
const settle = () => new Promise((resolve) => queueMicrotask(() => resolve(null)));

beforeEach(() => {
  workers = [];
  const platform: Platform = {
    script: "", wasm: "", compile: () => Promise.reject(new Error("not used")),
    spawn: (tell, die) => (workers.push(new FakeWorker((message) => queueMicrotask(() => tell(message)), die)), worker()),
  };
  channel = new Channel(platform, {} as Start);
});
afterEach(() => vi.useRealTimers());

const resume = {
  kind: (data: unknown) => (data as { kind?: "end" | "cut" | "old" }).kind ?? null,
  rest: () => request("rest"),
};

describe("Channel", () => {
  it("runs one request at a time, urgent ones first", async () => {
    const answers = [channel.send(request("a"))];
    await settle();
    answers.push(channel.send(request("b")), channel.send(request("c"), { urgent: true }));
    for (const name of ["a", "c", "b"]) {
      expect(worker().call.path).toBe(name);
      worker().answer(name);
      await settle();
    }
    expect(await Promise.all(answers)).toEqual(["a", "b", "c"]);
    expect(workers.length).toBe(1);
  });

  it("rejects with the message and status of an error answer", async () => {
    const answer = channel.send(request("a"));
    await settle();
    worker().answer({ error: "no such game", field: "game" }, 400);
    await expect(answer).rejects.toMatchObject({ message: "no such game", status: 400, field: "game" });
  });

  it("stops the worker and keeps it when a request is aborted", async () => {
    const control = new AbortController();
    const events: unknown[] = [];
    const first = channel.send(request("a"), { signal: control.signal, onEvent: (_, data) => events.push(data) });
    const second = channel.send(request("b"));
    await settle();
    worker().event(1);
    await settle();
    control.abort();
    await expect(first).rejects.toMatchObject({ name: "AbortError" });
    expect(worker().stopped).toBe(true);
    worker().event(2);
    worker().answer(null);
    await settle();
    expect(events).toEqual([1]);
    worker().answer("b");
    expect(await second).toBe("b");
    expect(workers.length).toBe(1);
  });

  it("does not run a request that was aborted while it waited", async () => {
    const control = new AbortController();
    const first = channel.send(request("a"));
    const second = channel.send(request("b"), { signal: control.signal });
    await settle();
    control.abort();
    await expect(second).rejects.toMatchObject({ name: "AbortError" });
    worker().answer("a");
    await first;
    expect(worker().calls.map(({ path }) => path)).toEqual(["a"]);
  });

  it("interrupts a resumable request for an urgent one", async () => {
    const events: unknown[] = [];
    const long = channel.send(request("long"), { resume, onEvent: (_, data) => events.push(data) });
    await settle();
    worker().event({ depth: 1 });
    const short = channel.send(request("short"), { urgent: true });
    await settle();
    expect(worker().stopped).toBe(true);
    worker().event({ kind: "cut" }); // not passed on
    worker().answer(null);
    await settle();
    worker().answer("short");
    expect(await short).toBe("short");
    expect(worker().call.path).toBe("rest");
    worker().event({ kind: "old" }); // not passed on
    worker().event({ kind: "end" });
    worker().answer(null);
    await long;
    expect(events).toEqual([{ depth: 1 }, { kind: "end" }]);
  });

  it("does not repeat a request that ended before the interruption took effect", async () => {
    const long = channel.send(request("long"), { resume });
    await settle();
    const short = channel.send(request("short"), { urgent: true });
    worker().event({ kind: "end" });
    worker().answer(null);
    await long;
    worker().answer("short");
    expect(await short).toBe("short");
    expect(worker().calls.length).toBe(2);
  });

  it("can abort a request that was interrupted", async () => {
    const control = new AbortController();
    const long = channel.send(request("long"), { resume, signal: control.signal });
    await settle();
    const short = channel.send(request("short"), { urgent: true });
    worker().answer(null);
    await settle();
    control.abort();
    await expect(long).rejects.toMatchObject({ name: "AbortError" });
    worker().answer("short");
    await short;
    expect(worker().calls.map(({ path }) => path)).toEqual(["long", "short"]);
  });

  it("replaces a worker that does not react to a stop", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const control = new AbortController();
    const first = channel.send(request("a"), { signal: control.signal });
    const second = channel.send(request("b"));
    await settle();
    control.abort();
    await expect(first).rejects.toMatchObject({ name: "AbortError" });
    vi.advanceTimersByTime(10_000);
    await settle();
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
    worker().answer("b");
    expect(await second).toBe("b");
  });

  it("fails the request of a worker that dies and runs the others in a new one", async () => {
    const first = channel.send(request("a"));
    const second = channel.send(request("b"));
    await settle();
    worker().die("out of memory");
    await expect(first).rejects.toThrow("out of memory");
    await settle();
    worker().answer("b");
    expect(await second).toBe("b");
    expect(workers.length).toBe(2);
  });

  it("gives up if workers keep dying", async () => {
    const answers = [1, 2, 3, 4, 5].map((n) => channel.send(request(`${n}`)).catch((error: Error) => error.message));
    for (let i = 0; i < 3; ++i) {
      await settle();
      worker().die("broken");
    }
    expect(await Promise.all(answers)).toEqual(Array(5).fill("broken"));
  });

  it("runs a background request only while no other one waits", async () => {
    const answers = [channel.send(request("a"))];
    await settle();
    answers.push(channel.send(request("background"), { background: true }), channel.send(request("b")));
    for (const name of ["a", "b", "background"]) {
      expect(worker().call.path).toBe(name);
      worker().answer(name);
      await settle();
    }
    expect(await Promise.all(answers)).toEqual(["a", "background", "b"]);
    const stopped = channel.send(request("background"), { background: true });
    await settle();
    const last = channel.send(request("c"));
    expect(worker().stopped).toBe(true);
    worker().answer("part");
    expect(await stopped).toBe("part");
    worker().answer("c");
    await last;
  });

  it("does not keep ended requests of a signal that serves many", async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    const answers = [channel.send(request("a"), { signal }), channel.send(request("b"), { signal })];
    await settle();
    worker().answer("a");
    await settle();
    worker().answer({ error: "no such game", field: "game" }, 400);
    await Promise.allSettled(answers);
    expect(added).toHaveBeenCalledTimes(2);
    expect(removed.mock.calls).toEqual(added.mock.calls.map(([event, listener]) => [event, listener]));
  });

  it("rejects everything when it is closed", async () => {
    const answers = [channel.send(request("a")), channel.send(request("b"))];
    await settle();
    channel.close();
    for (const answer of answers) await expect(answer).rejects.toThrow("closed");
    await expect(channel.send(request("c"))).rejects.toThrow("closed");
    expect(worker().terminated).toBe(true);
  });
});
