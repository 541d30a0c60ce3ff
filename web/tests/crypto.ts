// Node 18 has no global `crypto`, unlike browsers and later versions.
import { webcrypto } from "node:crypto";

(globalThis as { crypto?: unknown }).crypto ??= webcrypto;
