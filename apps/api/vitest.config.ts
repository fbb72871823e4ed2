import { defineConfig } from 'vitest/config'
import { testBase } from '../../vitest.base.ts'

export default defineConfig({
  test: {
    ...testBase,
    globalSetup: [...testBase.globalSetup, 'test/global-setup.ts'],
    // Every file starts an application and a database of its own, so they can share the modules, which take a second to load.
    isolate: false,
    // They wait for the database and for time limits half of the time, so four workers keep even two processors busy.
    maxWorkers: 4,
    setupFiles: ['test/setup.ts'],
  },
})
