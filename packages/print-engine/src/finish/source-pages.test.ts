import { expect, test } from 'vitest'
import { sourcePages } from './source-pages.ts'

test.each([
  ['4.25x6', [3], 2],
  ['4.25x6', [2, 2], 2],
  ['8.5x11', [12], 12],
  ['8.5x11', [1_000], 12],
  ['8.5x11', [2, 1], 2],
] as const)('a %s piece whose documents have %j pages is printed on %d', (size, counts, pages) => {
  expect(sourcePages(size, counts)).toHaveLength(pages)
})
