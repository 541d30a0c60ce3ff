// The engine of `sow serve`, through its HTTP API.
import { EngineError, type AnswerOf, type PlainPath, type RequestOf, type StreamPath } from "sow-engine/routes";
import * as errors from "../words/errors";
import { isAbort, type Backend, type Listeners } from "./backend";
import { readEvents } from "./events";
import { tokenHeader } from "./token";
import type { Failure } from "./types";

const failure = (status: number, error: string) => new EngineError(status, { error, field: null });
const unreachable = () => failure(0, errors.unreachable);

async function send(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit =
    body === undefined
      ? { headers: tokenHeader() }
      : { method: "POST", headers: { "Content-Type": "application/json", ...tokenHeader() }, body: JSON.stringify(body) };
  if (signal) init.signal = signal;
  let response: Response;
  try {
    response = await fetch(path.slice(1), init); // relative to the page
  } catch (error) {
    throw isAbort(error) ? error : unreachable();
  }
  if (response.ok) return response;
  const answer: Failure | null = await response.json().catch(() => null);
  throw failure(response.status, answer?.error ?? errors.badStatus(response.status));
}

export class HttpBackend implements Backend {
  async ask<P extends PlainPath>(path: P, body: RequestOf<P>, signal?: AbortSignal): Promise<AnswerOf<P>> {
    const response = await send(path, body, signal);
    try {
      return await response.json();
    } catch (error) {
      throw isAbort(error) ? error : unreachable(); // the connection broke during the response
    }
  }

  async follow<P extends StreamPath>(path: P, body: RequestOf<P>, on: Listeners<P>, signal: AbortSignal): Promise<void> {
    const response = await send(path, body, signal);
    if (!response.body) return;
    try {
      for await (const { event, data } of readEvents(response.body)) {
        if (signal.aborted) return;
        const value = JSON.parse(data);
        if (event === "error") throw failure(400, (value as Failure).error);
        on[event as keyof Listeners<P>]?.(value);
      }
    } catch (error) {
      throw isAbort(error) || error instanceof EngineError ? error : unreachable();
    }
  }
}
