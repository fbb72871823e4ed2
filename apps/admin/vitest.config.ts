import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/admin' } },
    // A machine that is shared must not fail a test; only what hangs does.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { TZ: 'America/New_York' },
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
})
