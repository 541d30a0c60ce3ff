// The program, once for all the tests.
import { mkdirSync } from "node:fs";
import type { GlobalSetupContext } from "vitest/node";
import { serve } from "./server";

declare module "vitest" {
  export interface ProvidedContext {
    base: string; // the server's address
    screenshots: string; // the folder for them, empty for none
  }
}

export default async function ({ provide }: GlobalSetupContext) {
  const screenshots = process.env.SCREENSHOTS ?? "";
  if (screenshots) mkdirSync(screenshots, { recursive: true });
  const server = await serve();
  provide("base", server.base);
  provide("screenshots", screenshots);
  return server.stop;
}
