import { webcrypto } from "node:crypto";
import { parentPort } from "node:worker_threads";
import { serve } from "./serve.js";

(globalThis as { crypto?: unknown }).crypto ??= webcrypto; // Node 18 has no global one
const receive = serve((message) => parentPort?.postMessage(message));
parentPort?.on("message", (message) => void receive(message));
