import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    // One environment and one copy of every module for all files of a worker: making them anew took half of the time.
    isolate: false,
    pool: 'threads',
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
})
