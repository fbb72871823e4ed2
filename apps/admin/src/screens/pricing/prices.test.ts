// @vitest-environment node
import { priceList } from '@app/pricing'
import { describe, expect, test } from 'vitest'
import { product } from '../../../test/records.ts'
import { priceListDifference } from './listed-price.ts'
import { newProduct, productForm, productRules, toProductInput } from './product-form.ts'
import { unusualPrice } from './unusual-price.ts'

describe('the product form', () => {
  test.each([
    ['startingPrice', '', 'Starting price is required'],
    ['startingPrice', '-1', 'Starting price must be a number, 0 or more'],
    ['startingPrice', 'abc', 'Starting price must be a number, 0 or more'],
    ['startingPrice', '1e3', 'Starting price must be in digits, such as 0.68'],
    ['startingPrice', '0.00001', 'Starting price can have at most four decimals'],
    ['startingPrice', '0', null],
    ['startingPrice', '0.835', null],
    ['sortOrder', '1.5', 'Sort order must be a whole number'],
    ['sortOrder', '', null],
    ['name', ' ', 'Name is required'],
  ] as const)('%s "%s": %s', (field, value, fault) => {
    expect(productRules[field](value)).toBe(fault)
  })

  test('sends numbers as numbers, features as one item per line, and an empty sort order as 0', () => {
    const form = { ...productForm(product()), startingPrice: '0.62', features: 'a\n\n \nb', sortOrder: '' }
    expect(toProductInput(form)).toMatchObject({ startingPrice: 0.62, features: ['a', 'b'], sortOrder: 0 })
  })

  test('starts last and hidden, or with the unrounded values of the product', () => {
    expect(newProduct([product({ sortOrder: 20 }), product()])).toMatchObject({ sortOrder: '21', isVisible: false })
    expect(productForm(product({ startingPrice: 0.835 }))).toEqual({
      name: '4.25x6 postcard',
      category: 'postcard',
      startingPrice: '0.835',
      description: 'Full color, both sides.',
      features: '110 lb film laminated stock',
      isVisible: true,
      sortOrder: '10',
    })
  })
})

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

  test('does not compare an incomplete price', () => {
    expect(difference('4.25x6 postcard', Number.NaN)).toBeUndefined()
  })
})

test.each([
  ['0.94', '0.94', undefined],
  ['0.940', '0.94', undefined],
  ['1.22', '0.94', undefined],
  ['0.66', '0.94', undefined],
  ['1.23', '0.94', 'The price changes from $0.94 to $1.23, 31% more.'],
  ['0.65', '0.94', 'The price changes from $0.94 to $0.65, 31% less.'],
  ['1000', '0.94', 'The price changes from $0.94 to $1,000.00, 106,283% more.'],
  ['0', '0.94', 'The price changes from $0.94 to $0.00: visitors would see it as free.'],
  ['0.5', '0', 'The price changes from $0.00 to $0.50.'],
  ['0', '0', undefined],
  ['0', undefined, 'The price is $0.00: visitors would see it as free.'],
  ['5', undefined, undefined],
])('%s after %s: %s', (typed, stored, question) => {
  expect(unusualPrice(typed, stored)).toBe(question)
})
