import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://site.test/' } },
    setupFiles: ['./test/setup.ts'],
    server: { deps: { inline: [/^@app\//, /@mantine\//] } },
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
})
