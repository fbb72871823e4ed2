import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { testBase } from '../../vitest.base.ts'
import { mantineVariables } from './scripts/mantine-variables.ts'

export default defineConfig({
  test: {
    ...testBase,
    projects: [
      {
        plugins: [react(), mantineVariables()],
        test: {
          name: 'pages',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://site.test/' } },
          setupFiles: ['./test/setup.ts'],
        },
      },
      { test: { name: 'build', include: ['test/*.test.ts'] } },
    ],
  },
})
