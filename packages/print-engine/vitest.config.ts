import { defineConfig } from 'vitest/config'
import { testBase } from '../../vitest.base.ts'

export default defineConfig({
  test: {
    ...testBase,
    // The libraries for PDF, fonts, and images take seconds to load, and so does a browser. Files of a worker share both.
    isolate: false,
  },
})
