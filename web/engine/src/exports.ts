export { Engine, type BuiltDatabase, type CallOptions, type EngineOptions } from "./engine.js";
export * from "./routes.js";
export type * from "./types.js";
