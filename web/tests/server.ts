// Starts `sow serve` for the tests.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
export const program = process.env.SOW_PROGRAM ?? here("../../build/release/sow");

export interface Served {
  base: string; // address with a trailing slash
  stop: () => Promise<void>; // resolves when the port is free
}

export async function serve(...options: string[]): Promise<Served> {
  const port = options.includes("--port") ? [] : ["--port", "0"];
  const data = mkdtempSync(join(tmpdir(), "sow-")); // databases of the user would change reports and puzzles
  const env = { ...process.env, XDG_DATA_HOME: data };
  const server = spawn(program, ["serve", ...port, ...options], { env, stdio: ["ignore", "pipe", "inherit"] });
  const base = await new Promise<string>((resolve, reject) => {
    let output = "";
    server.stdout.on("data", (text) => {
      output += text;
      const address = /http:\/\/\S+/.exec(output)?.[0];
      if (address) resolve(address);
    });
    server.on("error", reject);
    server.on("exit", () => reject(new Error(`sow serve exited: ${output}`)));
  });
  const exited = new Promise<void>((resolve) => server.on("exit", () => resolve())).then(() => rmSync(data, { recursive: true }));
  return { base, stop: () => (server.kill(), exited) };
}
