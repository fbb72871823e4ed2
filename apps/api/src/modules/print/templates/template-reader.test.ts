import { expect, test } from 'vitest'
import { templateReader } from './template-reader.ts'

const size = '4.25x6'
const small = { size, html: '<p>{{first_name}}</p>' } as const
const large = { size, html: `<style>${'p{color:red}'.repeat(20_000)}</style>` } as const
const tooComplex = { status: 400, errors: [{ code: 'template_too_complex' }] }

test.each([
  ['time', { workMs: 50, maxMegabytes: 256 }],
  ['memory', { workMs: 60_000, maxMegabytes: 40 }],
])('400 for a template that takes too much %s, and the next one is compiled', async (_what, tight) => {
  const limits = { ...tight }
  const read = templateReader(limits)
  const refused = read(large, '')
  // Its process has tight limits. The next one has ample limits, because a slow machine needs them.
  Object.assign(limits, { workMs: 60_000, maxMegabytes: 256 })
  const [first, second] = await Promise.allSettled([refused, read(small, '')])
  expect(first).toMatchObject({ status: 'rejected', reason: tooComplex })
  expect(second).toMatchObject({ status: 'fulfilled', value: { fields: [{ name: 'first_name' }], lint: [] } })
})
