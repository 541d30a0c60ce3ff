// A worker and the requests that wait for it. The worker runs one request at a time.
import type { EngineWorker, Platform } from "./platform.js";
import type { FromWorker, Start } from "./protocol.js";
import { EngineError } from "./routes.js";
import type { Failure } from "./types.js";
import { StopFlag } from "./stop.js";

export interface Request {
  method: "GET" | "POST" | "BUILD"; // BUILD: build the database of the game in `path`
  path: string;
  body: string; // JSON, or empty
}

export interface Options {
  signal?: AbortSignal | undefined;
  urgent?: boolean; // runs before other requests and interrupts those that can be resumed
  onEvent?: (event: string, data: unknown) => void;
  resume?: Resume;
  background?: boolean; // runs while there is no other request
}

// How to interrupt a request and resume it later.
export interface Resume {
  // Whether an event is the last one of the request ("end") or, if it was interrupted, of this run ("cut"), or repeats
  // what was known before the interruption ("old").
  kind: (data: unknown) => "end" | "cut" | "old" | null;
  // The request for the remaining work after a run of some milliseconds.
  rest: (elapsed: number) => Request;
}

interface Job extends Options {
  request: Request;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

interface Run {
  id: number;
  job: Job;
  stop: StopFlag;
  started: number;
  interrupted: boolean;
  ended: boolean; // before the interruption took effect
  watchdog: ReturnType<typeof setTimeout> | undefined;
}

const patience = 10_000; // ms that a worker has to react to a stop before it is replaced; long, for busy devices

export class Channel {
  #worker: EngineWorker | null = null;
  #ready = false;
  #restarts = 0; // in a row, without an answer between them
  #queue: Job[] = [];
  #run: Run | null = null;
  #ids = 0;
  #closed = false;
  #onReady = () => {};

  constructor(
    private readonly platform: Platform,
    private readonly start: Start,
  ) {}

  send(request: Request, options: Options = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { signal } = options;
      if (this.#closed) return reject(new Error("the engine is closed"));
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => this.#abort(job);
      // A signal may serve many requests and must not keep those that have ended.
      const settled = <T>(settle: (value: T) => void) => (value: T) => (signal?.removeEventListener("abort", abort), settle(value));
      const job: Job = { ...options, request, resolve: settled(resolve), reject: settled(reject) };
      signal?.addEventListener("abort", abort, { once: true });
      const at = job.urgent ? this.#queue.findIndex(({ urgent }) => !urgent) : -1;
      this.#queue.splice(at < 0 ? this.#queue.length : at, 0, job);
      if (this.#run?.job.background && !job.background) this.#halt(this.#run);
      else if (job.urgent && this.#run?.job.resume) this.#interrupt(this.#run);
      this.#next();
    });
  }

  close(): void {
    this.#closed = true;
    this.#worker?.terminate();
    this.#worker = null;
    clearTimeout(this.#run?.watchdog);
    const error = new Error("the engine was closed");
    for (const job of [...(this.#run ? [this.#run.job] : []), ...this.#queue]) job.reject(error);
    this.#run = null;
    this.#queue = [];
  }

  // Starts the worker, so that the first request does not have to wait for it.
  wake(onReady?: () => void): void {
    if (onReady) this.#onReady = onReady;
    if (!this.#worker && !this.#closed) this.#spawn();
  }

  #spawn(): void {
    this.#ready = false;
    const worker = this.platform.spawn(
      (message) => worker === this.#worker && this.#receive(message),
      (reason) => worker === this.#worker && this.#fail(reason),
    );
    this.#worker = worker;
    worker.post({ start: this.start });
  }

  #next(): void {
    if (this.#run || this.#queue.length === 0) return;
    this.wake();
    if (!this.#ready) return;
    const first = this.#queue.findIndex(({ background }) => !background);
    const [job] = this.#queue.splice(Math.max(first, 0), 1) as [Job];
    const stop = new StopFlag();
    const id = ++this.#ids;
    this.#run = { id, job, stop, started: performance.now(), interrupted: false, ended: false, watchdog: undefined };
    this.#worker?.post({ call: { ...job.request, id, stop: stop.token } });
  }

  #receive(message: FromWorker): void {
    if ("ready" in message) {
      this.#ready = true;
      this.#next();
      return this.#onReady();
    }
    if ("broken" in message) return this.#fail(message.broken);
    const run = this.#run;
    if (!run || run.id !== message.id) return;
    if ("event" in message) this.#pass(run, message.event, message.data);
    else this.#finish(run, message.status, message.answer);
  }

  #pass(run: Run, event: string, data: unknown): void {
    const { job } = run;
    const kind = job.resume?.kind(data);
    if (kind === "old" || (run.interrupted && kind === "cut")) return;
    run.ended ||= kind === "end";
    if (!job.signal?.aborted) job.onEvent?.(event, data);
  }

  #finish(run: Run, status: number, answer: unknown): void {
    const { job } = run;
    this.#restarts = 0;
    this.#end(run);
    if (job.signal?.aborted) job.reject(job.signal.reason);
    else if (status < 400 && run.interrupted && !run.ended && job.resume) {
      job.request = job.resume.rest(performance.now() - run.started);
      this.#queue.push(job);
    } else if (status >= 400) job.reject(new EngineError(status, answer as Failure));
    else job.resolve(answer);
    this.#next();
  }

  #end(run: Run): void {
    clearTimeout(run.watchdog);
    run.stop.set(); // frees a blob
    this.#run = null;
  }

  #abort(job: Job): void {
    job.reject(job.signal?.reason);
    const at = this.#queue.indexOf(job);
    if (at >= 0) this.#queue.splice(at, 1);
    else if (this.#run?.job === job) this.#halt(this.#run);
  }

  #interrupt(run: Run): void {
    run.interrupted = true;
    this.#halt(run);
  }

  #halt(run: Run): void {
    run.stop.set();
    run.watchdog ??= setTimeout(() => this.#fail("the engine did not react"), patience);
  }

  // Replaces a worker that died, ran out of memory, or hangs. Its transposition table is lost. The request that it was
  // running fails, because it may be the cause.
  #fail(reason: string): void {
    this.#worker?.terminate();
    this.#worker = null;
    const run = this.#run;
    const error = new Error(reason);
    if (run) {
      this.#end(run);
      run.job.reject(run.job.signal?.aborted ? run.job.signal.reason : error);
    }
    if (++this.#restarts > 2) {
      for (const job of this.#queue.splice(0)) job.reject(error);
      this.#restarts = 0;
    }
    this.#next();
  }
}
