import { defineConfig } from "vitest/config";

// What the real program answers, held against api.schema.json: npm run test:contract. Environment: SOW_PROGRAM.
export default defineConfig({
  test: {
    include: ["tests/contract.ts"],
    testTimeout: 120_000, // a bound for slow machines; nothing waits for time to pass
    hookTimeout: 120_000,
  },
});
