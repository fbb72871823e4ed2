import { expect, test } from 'vitest'
import { comparePieces, isEqual } from './compare-pieces.ts'

test('a printed postcard matches the site: lines, positions, and pixels', async () => {
  const comparisons = await comparePieces(['4.25x6'])
  expect(comparisons).toHaveLength(2)
  expect(comparisons.filter((comparison) => !isEqual(comparison))).toEqual([])
})
