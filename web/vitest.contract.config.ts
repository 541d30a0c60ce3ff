import { defineConfig } from "vitest/config";

// Checks the answers of `sow serve` against api.schema.json: npm run test:contract. Environment: SOW_PROGRAM.
export default defineConfig({
  test: {
    include: ["tests/contract.ts"],
    testTimeout: 1_200_000, // one test plays a game of every kind, on a busy machine for minutes
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
  },
});
