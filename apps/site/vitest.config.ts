import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { mantineVariables } from './scripts/mantine-variables.ts'

const plugins = [react(), mantineVariables()]
const startup = 'src/startup/*.test.{ts,tsx}'
const browser = {
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://site.test/' } },
  setupFiles: ['./test/setup.ts'],
  server: { deps: { inline: [/^@app\//, /@mantine\//] } },
}

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A tag names the row of docs/security.md that a test proves; tools/proofs.ts refuses unknown ones.
    strictTags: false,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
    projects: [
      {
        plugins,
        // All files of a worker share one environment and one copy of every module, which halves the time.
        test: { ...browser, name: 'pages', include: ['src/**/*.test.{ts,tsx}'], exclude: [startup], isolate: false },
      },
      // How a page comes to life is state of its modules, so each file begins anew.
      { plugins, test: { ...browser, name: 'startup', include: [startup] } },
      { test: { name: 'build', include: ['test/*.test.ts'], environment: 'node' } },
    ],
  },
})
