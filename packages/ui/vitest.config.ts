import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'jsdom',
    // All files of a worker share one environment and one copy of every module, which halves the time.
    isolate: false,
    pool: 'threads',
    environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
})
