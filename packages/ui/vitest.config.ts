import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'jsdom',
    // All files of a worker share one environment and one copy of every module, which halves the time.
    isolate: false,
    pool: 'threads',
    // A busy machine must not fail a test. Only a test that hangs fails.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
    // A tag names the row of docs/security.md that a test proves; tools/proofs.ts refuses unknown ones.
    strictTags: false,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
})
