// @vitest-environment node
import { fileURLToPath } from 'node:url'
import { tracesOfDefaultBrand, withAnotherBrand } from '@app/brand/testing'
import { build } from 'vite'
import { expect, test, vi } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const outDir = `${root}node_modules/.cache/another-brand`

test('a build with another brand shows no trace of the default one', { timeout: 120_000 }, async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await build({ root, logLevel: 'error', plugins: [withAnotherBrand], build: { outDir, emptyOutDir: true } })
  expect(tracesOfDefaultBrand(outDir)).toEqual([])
})
