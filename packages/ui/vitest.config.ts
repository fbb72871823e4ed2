import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'jsdom',
    // One environment and one copy of every module for all files of a worker: making them anew took half of the time.
    isolate: false,
    pool: 'threads',
    environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
})
