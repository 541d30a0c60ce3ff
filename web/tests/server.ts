// The program under test, serving.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
export const program = process.env.SOW_PROGRAM ?? here("../../build/release/sow");

export interface Served {
  base: string; // its address, with a slash at the end
  stop: () => Promise<void>; // until its port is free
}

export async function serve(...options: string[]): Promise<Served> {
  const port = options.includes("--port") ? [] : ["--port", "0"];
  const server = spawn(program, ["serve", ...port, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const base = await new Promise<string>((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (text) => {
      said += text;
      const address = /http:\/\/\S+/.exec(said)?.[0];
      if (address) resolve(address);
    });
    server.on("error", reject);
    server.on("exit", () => reject(new Error(`sow serve ended: ${said}`)));
  });
  const ended = new Promise<void>((resolve) => server.on("exit", () => resolve()));
  return { base, stop: () => (server.kill(), ended) };
}
