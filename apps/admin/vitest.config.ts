import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/admin' } },
    env: { TZ: 'America/New_York' },
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
})
