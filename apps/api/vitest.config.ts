import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
    // A machine that is shared must not fail a test; only what hangs does.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
