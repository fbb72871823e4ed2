import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    // All files of a worker share one environment and one copy of every module, which halves the time.
    isolate: false,
    pool: 'threads',
    // A busy machine must not fail a test. Only a test that hangs fails.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
})
