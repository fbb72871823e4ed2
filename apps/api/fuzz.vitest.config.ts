import { defineConfig, mergeConfig } from 'vitest/config'
import tests from './vitest.config.ts'

// A task and a report of its own: it takes as long as all other tests of the API, and both processors can share them.
export default mergeConfig(
  { ...tests, test: { ...tests.test, reporters: [] } },
  defineConfig({
    test: { include: ['test/fuzz.test.ts'], reporters: ['default', ['json', { outputFile: 'reports/fuzz.json' }]] },
  }),
)
