import { priceList } from '@app/pricing'
import { describe, expect, test } from 'vitest'
import { product } from '../../../test/records.ts'
import { priceListDifference } from './listed-price.ts'

const difference = (name: string, startingPrice: number, category: 'postcard' | 'letter' | 'package' = 'postcard') =>
  priceListDifference(product({ name, category, startingPrice }))

describe('the starting price compared with the price list', () => {
  test.each([
    ['4.25x6 postcard', 'postcard', 'postcard-4.25x6'],
    ['Large card, 9 × 6', 'postcard', 'postcard-6x9'],
    ['Postcard', 'postcard', 'postcard-4.25x6'],
    ['First-Class letter 8.5x11', 'letter', 'letter-first-class'],
    ['USPS Marketing Mail', 'letter', 'letter-standard'],
    ['Letter', 'letter', 'letter-standard'],
    ['Additional letter pages', 'letter', 'additional-letter-sheet'],
  ] as const)('"%s" agrees with the lowest price of its piece, and with no other', (name, category, item) => {
    const lowest = Math.min(...priceList[item])
    expect(difference(name, lowest, category)).toBeUndefined()
    expect(difference(name, lowest + 0.001, category)).toContain('The lowest price on the price list is')
    expect(difference(name, priceList[item][0], category)).toContain('The lowest price on the price list is')
  })

  test.each([
    ['6x11 postcard', 'postcard'],
    ['Starter package', 'package'],
  ] as const)('"%s" has no price on the list', (name, category) => {
    expect(difference(name, 0.01, category)).toBeUndefined()
  })

  test('describes both prices', () => {
    expect(difference('4.25x6 postcard', 0.62)).toBe(
      'The lowest price on the price list is $0.59 for a 4.25x6 postcard, at 10,000+ pieces a month. This product starts at $0.62.',
    )
    expect(difference('Our letter', 0.835, 'letter')).toBe(
      'The lowest price on the price list is $0.66 for a Standard Mail letter, at 10,000+ pieces a month. This product starts at $0.835. Its name does not say which mail class it is for.',
    )
  })

  test('an incomplete price is not compared', () => {
    expect(difference('4.25x6 postcard', Number.NaN)).toBeUndefined()
  })
})
