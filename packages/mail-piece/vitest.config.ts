import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { testBase } from '../../vitest.base.ts'

export default defineConfig({ plugins: [react()], test: testBase })
