import { defineConfig } from "vitest/config";

// The page in a real browser, served by the real program: npm run test:browser. Environment: SOW_PROGRAM, CHROMIUM, SCREENSHOTS.
export default defineConfig({
  test: {
    include: ["tests/*.test.ts"],
    globalSetup: "tests/setup.ts",
    pool: "forks",
    poolOptions: { forks: { maxForks: 2 } },
    testTimeout: 120_000, // a bound for slow machines; nothing waits for time to pass
    hookTimeout: 120_000,
  },
});
