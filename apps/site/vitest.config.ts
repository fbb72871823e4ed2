import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { mantineVariables } from './scripts/mantine-variables.ts'

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A tag names the row of docs/security.md that a test proves; tools/proofs.ts refuses unknown ones.
    strictTags: false,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
    projects: [
      {
        plugins: [react(), mantineVariables()],
        test: {
          name: 'pages',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://site.test/' } },
          setupFiles: ['./test/setup.ts'],
          server: { deps: { inline: [/^@app\//, /@mantine\//] } },
        },
      },
      { test: { name: 'build', include: ['test/*.test.ts'], environment: 'node' } },
    ],
  },
})
