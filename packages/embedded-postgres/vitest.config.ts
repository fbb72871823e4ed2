import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A machine that is shared must not fail a test; only what hangs does.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
})
