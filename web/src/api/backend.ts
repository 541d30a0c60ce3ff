// What the page needs from an engine. The server (http.ts) and the device (device.ts) both provide it.
import { EngineError, type AnswerOf, type PlainPath, type RequestOf, type StreamPath } from "sow-engine/routes";
import type { Routes } from "./types";

export type Listeners<P extends StreamPath> = {
  [E in Exclude<keyof Routes[P]["events"], "error">]: (data: Routes[P]["events"][E]) => void;
};

export interface Backend {
  ask<P extends PlainPath>(path: P, body: RequestOf<P>, signal?: AbortSignal): Promise<AnswerOf<P>>;
  // Calls `on[event]` with the data of each event until the stream ends or `signal` aborts it.
  follow<P extends StreamPath>(path: P, body: RequestOf<P>, on: Listeners<P>, signal: AbortSignal): Promise<void>;
}

// Status 0: the server could not be reached.
export const isUnreachable = (error: unknown): boolean => error instanceof EngineError && error.status === 0;
// Whether retrying may help: the server is down, shutting down, or busy.
export const isTransient = (error: unknown): boolean => error instanceof EngineError && (error.status === 0 || error.status >= 500);
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
