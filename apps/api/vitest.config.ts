import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    // Every file starts an application and a database of its own, so they can share the modules, which take a second to load.
    isolate: false,
    // They wait for the database and for time limits most of the time, so a second worker costs little and halves that.
    maxWorkers: 2,
    setupFiles: ['test/setup.ts'],
    // A tag names the row of docs/security.md that a test proves; tools/proofs.ts refuses unknown ones.
    strictTags: false,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
    // A machine that is shared must not fail a test; only what hangs does.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
