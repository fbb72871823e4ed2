import { globSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { testBase } from '../../vitest.base.ts'
import { mantineVariables } from './scripts/mantine-variables.ts'

const pages = 'src/**/*.test.{ts,tsx}'
/** What these do to a module or to the window outlasts them, so each has a process of its own. */
const alone = globSync(pages, { cwd: import.meta.dirname }).filter(
  (file) =>
    file.startsWith('src/startup/early-') ||
    /vi\.(?:mock|resetModules)\(/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
)
const page = {
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://site.test/' } },
  setupFiles: ['./test/setup.ts'],
}
const plugins = [react(), mantineVariables()]

export default defineConfig({
  test: {
    ...testBase,
    projects: [
      // They share the modules and the window, which take longer to load than most tests.
      { plugins, test: { name: 'pages', include: [pages], exclude: alone, isolate: false, ...page } },
      { plugins, test: { name: 'alone', include: alone, ...page } },
      { test: { name: 'build', include: ['test/*.test.ts'] } },
    ],
  },
})
