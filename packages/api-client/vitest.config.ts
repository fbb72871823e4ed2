import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A tag names the row of docs/security.md that a test proves; tools/proofs.ts refuses unknown ones.
    strictTags: false,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
})
