// Starts the server for all tests: `sow serve`, or with SOW_SITE a plain web server for that folder.
import { mkdirSync } from "node:fs";
import type { GlobalSetupContext } from "vitest/node";
import { serve } from "./server";
import { serveFolder } from "./static.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    base: string; // server address
    site: string; // folder of a page without `sow serve`, or empty
    screenshots: string; // folder, or empty for none
  }
}

export default async function ({ provide }: GlobalSetupContext) {
  const screenshots = process.env.SCREENSHOTS ?? "";
  if (screenshots) mkdirSync(screenshots, { recursive: true });
  const site = process.env.SOW_SITE;
  const server = site ? await serveFolder(site, "/some/where/") : await serve();
  provide("base", server.base);
  provide("site", site ?? "");
  provide("screenshots", screenshots);
  return server.stop;
}
