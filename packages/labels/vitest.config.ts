import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A busy machine must not fail a test. Only a test that hangs fails.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
})
