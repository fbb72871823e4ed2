import { expect, test } from 'vitest'
import { templateReader } from './template-reader.ts'

const size = '4.25x6'
const small = { size, html: '<p>{{first_name}}</p>' } as const
const large = { size, html: `<style>${'p{color:red}'.repeat(20_000)}</style>` } as const
const tooComplex = { status: 400, errors: [{ code: 'template_too_complex' }] }

test.each([
  // The large one takes 700 ms of a processor and the small one 10, however busy the machine is.
  ['time', { workMs: 100, maxMegabytes: 256 }],
  ['memory', { workMs: 60_000, maxMegabytes: 40 }],
])('400 for a template that takes too much %s, and the next one is compiled', async (_what, limits) => {
  const read = templateReader(limits)
  const [first, second] = await Promise.allSettled([read(large, ''), read(small, '')])
  expect(first).toMatchObject({ status: 'rejected', reason: tooComplex })
  expect(second).toMatchObject({ status: 'fulfilled', value: { fields: [{ name: 'first_name' }], lint: [] } })
})
