import { defineConfig } from 'vitest/config'
import { pureBase } from '../../vitest.base.ts'

export default defineConfig({ test: pureBase })
