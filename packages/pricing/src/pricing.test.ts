import { describe, expect, test } from 'vitest'
import { formatUnitPrice, isExact, moneyOf } from './money.ts'
import { pipelineValue } from './pipeline.ts'
import { priceList, tierIndex, tiers, unitPrice } from './price-list.ts'

describe('tiers', () => {
  test.each([
    [0, 0],
    [1_999, 0],
    [2_000, 1],
    [4_999, 1],
    [5_000, 2],
    [9_999, 2],
    [10_000, 3],
    [100_000, 3],
  ])('%i pieces a month are in tier %i', (pieces, tier) => {
    expect(tierIndex(pieces)).toBe(tier)
  })

  test('a price keeps three decimals', () => {
    expect(formatUnitPrice(unitPrice('letter-first-class', 10_000))).toBe('$0.835')
    expect(formatUnitPrice(unitPrice('letter-first-class', 1))).toBe('$0.90')
  })
})

test('every list price is kept exactly, and falls from tier to tier', () => {
  for (const prices of Object.values(priceList)) {
    expect(prices.filter((price) => !isExact(price))).toEqual([])
    expect(prices).toHaveLength(tiers.length)
    expect(prices.toSorted((a, b) => b - a)).toEqual(prices)
  }
})

describe('pipelineValue', () => {
  test.each([
    ['under-1000', 340],
    ['1000-5000', 1_950],
    ['5000-25000', 8_850],
    ['25000-100000', 36_875],
    ['over-100000', 59_000],
    ['', 0],
    ['something else', 0],
    ['toString', 0],
  ])('%s adds $%d', (volume, dollars) => {
    expect(pipelineValue(volume)).toBe(moneyOf(dollars))
  })
})
