import { defineConfig } from 'vitest/config'
import { reportTo } from '../../vitest.base.ts'
import tests from './vitest.config.ts'

// A task and a report of its own: it takes as long as all other tests of the API, and both processors can share them.
export default defineConfig({ test: { ...tests.test, include: ['test/fuzz.test.ts'], reporters: reportTo('fuzz') } })
