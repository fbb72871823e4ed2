import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    // All files of a worker share one environment and one copy of every module, which halves the time.
    isolate: false,
    pool: 'threads',
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
})
