import { defineConfig } from "vitest/config";

// The packed npm package in Node and in Chromium: npm run test:package. Environment: SOW_PACKAGE, CHROMIUM.
export default defineConfig({
  test: {
    include: ["tests/package.ts"],
    testTimeout: 300_000, // generous, for slow machines
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
  },
});
