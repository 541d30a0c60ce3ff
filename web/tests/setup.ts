// The program and a browser, once for all the tests.
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import type { GlobalSetupContext } from "vitest/node";
import { serve } from "./server";

declare module "vitest" {
  export interface ProvidedContext {
    base: string; // the server's address
    browser: string; // where to reach the browser
    screenshots: string; // the folder for them, empty for none
  }
}

export default async function ({ provide }: GlobalSetupContext) {
  const screenshots = process.env.SCREENSHOTS ?? "";
  if (screenshots) mkdirSync(screenshots, { recursive: true });
  const server = await serve();
  const browser = await chromium.launchServer({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"],
  });
  provide("base", server.base);
  provide("browser", browser.wsEndpoint());
  provide("screenshots", screenshots);
  return async () => {
    await browser.close();
    await server.stop();
  };
}
