// The routes of the API (docs/api.md) as types: which ones answer once, and which ones send events.
import type { Failure, Routes } from "./types.js";

export type Path = keyof Routes;
export type PlainPath = { [P in Path]: Routes[P] extends { answer: unknown } ? P : never }[Path];
export type StreamPath = { [P in Path]: Routes[P] extends { events: unknown } ? P : never }[Path];
export type RequestOf<P extends Path> = Routes[P] extends { request: infer R } ? R : undefined;
export type AnswerOf<P extends PlainPath> = Routes[P] extends { answer: infer A } ? A : never;
type EventsOf<P extends StreamPath> = Omit<Routes[P]["events"], "error">;
export type StreamEvent<P extends StreamPath> = { [E in keyof EventsOf<P>]: { event: E; data: EventsOf<P>[E] } }[keyof EventsOf<P>];

// Requests that only need the rules. They have a worker of their own, so that a move never waits for a search.
const rulesPaths: readonly string[] = [
  "/api/games", "/api/game", "/api/play", "/api/moves", "/api/round", "/api/lesson", "/api/ogn/read", "/api/ogn/write",
] satisfies PlainPath[];
export const isRulesPath = (path: string): boolean => rulesPaths.includes(path);

// The error answer of a request.
export class EngineError extends Error {
  readonly field: string | null;
  constructor(
    readonly status: number,
    failure: Failure,
  ) {
    super(failure.error);
    this.name = "EngineError";
    this.field = failure.field;
  }
}
