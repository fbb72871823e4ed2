import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // All files of a worker share one environment and one copy of every module, which halves the time.
    isolate: false,
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/admin' } },
    // Long, so that a busy machine fails no test; only a test that hangs fails.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A tag names the row of docs/security.md that a test proves; tools/proofs.ts refuses unknown ones.
    strictTags: false,
    env: { TZ: 'America/New_York' },
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
})
