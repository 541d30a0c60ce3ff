import { defineConfig } from "vitest/config";
import { BaseSequencer, type WorkspaceSpec } from "vitest/node";

// Longest files first, so that both workers finish at about the same time.
const long = ["desk", "play", "phone"];
class LongestFirst extends BaseSequencer {
  override async sort(files: WorkspaceSpec[]): Promise<WorkspaceSpec[]> {
    const rank = ([, file]: WorkspaceSpec) => (long.findIndex((name) => file.includes(`/${name}.test`)) + long.length + 1) % (long.length + 1);
    return [...files].sort((a, b) => rank(a) - rank(b));
  }
}

// Browser tests against `sow serve`: npm run test:browser. With SOW_SITE, against the site in that folder; npm run
// test:site runs a part of them. Environment: SOW_PROGRAM, SOW_SITE, CHROMIUM, SCREENSHOTS.
export default defineConfig({
  test: {
    include: ["tests/*.test.ts"],
    globalSetup: "tests/setup.ts",
    sequence: { sequencer: LongestFirst },
    pool: "forks",
    poolOptions: { forks: { maxForks: 2, isolate: false } }, // two workers, each with one browser
    retry: process.env.CI ? 1 : 0, // a real failure fails twice; a busy machine's browser can drop an event
    testTimeout: 300_000, // generous, for slow machines
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
  },
});
