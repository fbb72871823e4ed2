import { expect, test } from 'vitest'
import { printProcessors } from './processors.ts'

test.each<[string, number | undefined, string | undefined]>([
  ['0-1', undefined, '1'],
  ['0-3,8', undefined, '1,2,3,8'],
  ['0-3', 2, '2,3'],
  ['0-3', 4, undefined],
  ['0-3', 9, undefined],
  ['5', undefined, undefined],
  ['', undefined, undefined],
])('of %s, with %s of them: %s', (allowed, most, used) => {
  expect(printProcessors(most, allowed)).toBe(used)
})
