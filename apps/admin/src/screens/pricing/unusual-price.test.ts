import { expect, test } from 'vitest'
import { unusualPrice } from './unusual-price.ts'

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
