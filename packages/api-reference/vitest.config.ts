import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A tag names the row of docs/security.md that a test proves; tools/proofs.ts refuses unknown ones.
    strictTags: false,
    // A machine that is shared must not fail a test; only what hangs does.
    testTimeout: 120_000,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
})
