import { defineConfig } from "vitest/config";
import { BaseSequencer, type WorkspaceSpec } from "vitest/node";

// The long ones first, so that none runs alone at the end.
const long = ["desk", "play", "phone"];
class LongestFirst extends BaseSequencer {
  override async sort(files: WorkspaceSpec[]): Promise<WorkspaceSpec[]> {
    const place = ([, file]: WorkspaceSpec) => (long.findIndex((name) => file.includes(`/${name}.test`)) + long.length + 1) % (long.length + 1);
    return [...files].sort((a, b) => place(a) - place(b));
  }
}

// The page in a real browser, served by the real program: npm run test:browser. Environment: SOW_PROGRAM, CHROMIUM, SCREENSHOTS.
export default defineConfig({
  test: {
    include: ["tests/*.test.ts"],
    globalSetup: "tests/setup.ts",
    sequence: { sequencer: LongestFirst },
    pool: "forks",
    poolOptions: { forks: { maxForks: 2, isolate: false } }, // two workers, each with a browser for all its files
    testTimeout: 300_000, // a bound for slow machines; nothing waits for time to pass
    hookTimeout: 300_000,
  },
});
