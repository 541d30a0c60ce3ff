import { beforeEach, expect, it, vi } from "vitest";
import { EngineError } from "sow-engine/routes";
import { api } from "../api/client";
import type { AnalysisEvent, PlayedFields } from "../api/types";
import { analysisWaits } from "../words/errors";
import { Analyzer } from "./analyzer.svelte";
import { settled, ToyServer } from "./toy";

type Listeners = Parameters<typeof api.analyze>[1];
interface Call {
  on: Listeners;
  signal: AbortSignal;
  end: () => void;
  fail: (error: Error) => void;
}
let calls: Call[];
let server: ToyServer;
beforeEach(() => {
  vi.restoreAllMocks();
  calls = [];
  server = new ToyServer();
  vi.spyOn(api, "analyze").mockImplementation((_, on, signal) => new Promise((end, fail) => calls.push({ on, signal, end, fail })));
});

const request = (...moves: string[]): PlayedFields => ({ game: "toy", moves });
const found = (position: string, depth: number, ended = ""): AnalysisEvent =>
  ({ position, depth, done: ended !== "", ended, moves: [{ move: "A" }], score: null }) as unknown as AnalysisEvent;

it("shows deeper and deeper results until the search is done", async () => {
  const analyzer = new Analyzer(1000);
  void analyzer.run(request());
  expect(analyzer.running).toBe(true);
  calls[0]!.on.wait({ ahead: 2 } as never);
  expect(analyzer.ahead).toBe(2);
  calls[0]!.on.analysis(found("start", 3));
  expect([analyzer.ahead, analyzer.data?.depth]).toEqual([0, 3]);
  calls[0]!.on.analysis(found("start", 4, "time"));
  calls[0]!.end();
  await settled();
  expect([analyzer.running, analyzer.data?.depth, calls.length]).toEqual([false, 4, 1]);
});

it("ignores results for a position that the user has left", async () => {
  const analyzer = new Analyzer(1000);
  void analyzer.run(request());
  void analyzer.run(request("A"));
  expect(calls[0]!.signal.aborted).toBe(true);
  calls[0]!.on.analysis(found("start", 9));
  calls[0]!.fail(new DOMException("aborted", "AbortError"));
  await settled();
  expect([analyzer.data, analyzer.running, analyzer.error]).toEqual([null, true, ""]);
  calls[1]!.on.analysis(found("after A", 1));
  expect(analyzer.data?.position).toBe("after A");
});

it("shows a finished analysis again without asking", async () => {
  const analyzer = new Analyzer(1000);
  void analyzer.run(request());
  calls[0]!.on.analysis(found("start", 7, "complete"));
  calls[0]!.end();
  await settled();
  void analyzer.run(request("A"));
  await analyzer.run(request());
  expect([calls.length, analyzer.data?.depth, analyzer.running]).toEqual([2, 7, false]);
});

it("continues after its share of time, and keeps the deeper result meanwhile", async () => {
  const analyzer = new Analyzer(1000);
  void analyzer.run(request());
  calls[0]!.on.analysis(found("start", 8, "share"));
  calls[0]!.end();
  await settled();
  expect(calls).toHaveLength(2);
  calls[1]!.on.analysis(found("start", 1));
  expect(analyzer.data?.depth).toBe(8);
  calls[1]!.on.analysis(found("start", 9));
  expect(analyzer.data?.depth).toBe(9);
});

it("waits for a lost server and then continues", async () => {
  const analyzer = new Analyzer(1000);
  void analyzer.run(request());
  calls[0]!.fail(new EngineError(0, { error: "no server", field: null }));
  await settled();
  expect(analyzer.error).toBe(analysisWaits("no server"));
  server.back();
  await settled();
  expect([analyzer.error, calls.length, analyzer.running]).toEqual(["", 2, true]);
});

it("does not come back from a lost server once it is stopped", async () => {
  const analyzer = new Analyzer(1000);
  void analyzer.run(request());
  calls[0]!.fail(new EngineError(0, { error: "no server", field: null }));
  await settled();
  analyzer.stop();
  server.back();
  await settled();
  expect([calls.length, analyzer.running]).toEqual([1, false]);
});
