import { defineConfig } from 'vitest/config'
import { testBase } from '../../vitest.base.ts'

export default defineConfig({ test: testBase })
