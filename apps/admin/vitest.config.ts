import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/admin' } },
    testTimeout: 30_000,
    env: { TZ: 'America/New_York' },
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
})
