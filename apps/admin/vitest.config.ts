import { defineConfig } from 'vitest/config'
import { testBase } from '../../vitest.base.ts'

export default defineConfig({
  test: {
    ...testBase,
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/admin' } },
    env: { TZ: 'America/New_York' },
  },
})
