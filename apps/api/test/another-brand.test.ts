import { fileURLToPath } from 'node:url'
import { tracesOfDefaultBrand, withAnotherBrand } from '@app/brand/testing'
import { build } from 'rolldown'
import { expect, test } from 'vitest'
import config from '../rolldown.config.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dir = `${root}node_modules/.cache/another-brand`

test('a build with another brand shows no trace of the default one', async () => {
  await build({ ...config, cwd: root, plugins: [withAnotherBrand], output: { dir } })
  expect(tracesOfDefaultBrand(dir)).toEqual([])
})
