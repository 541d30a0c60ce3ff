// The program and a browser, once for all the tests.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import type { GlobalSetupContext } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    base: string; // the server's address
    browser: string; // where to reach the browser
    screenshots: string; // the folder for them
  }
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default async function ({ provide }: GlobalSetupContext) {
  const screenshots = process.env.SCREENSHOTS ?? here("../../build/release/screenshots");
  mkdirSync(screenshots, { recursive: true });
  const program = process.env.SOW_PROGRAM ?? here("../../build/release/sow");
  const server = spawn(program, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
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
  const browser = await chromium.launchServer({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"],
  });
  provide("base", base);
  provide("browser", browser.wsEndpoint());
  provide("screenshots", screenshots);
  return async () => {
    await browser.close();
    server.kill();
  };
}
