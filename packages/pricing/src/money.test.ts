import { assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dollarsOf,
  formatDollars,
  formatPrice,
  formatThousands,
  formatTotal,
  formatUnitPrice,
  isExact,
  moneyOf,
  times,
} from './money.ts'

const anyPrice = integer({ min: 0, max: 9_999_990_000 })

describe('money', () => {
  test('sums are exact where sums of dollars are not', () => {
    expect(0.1 + 0.2).not.toBe(0.3)
    expect(dollarsOf(moneyOf(0.1) + moneyOf(0.2))).toBe(0.3)
    expect(dollarsOf(times(moneyOf(0.835), 10_001))).toBe(8_350.835)
  })

  test('every price with four decimals can be converted to dollars and back', () => {
    assert(
      property(anyPrice, (units) => {
        const money = BigInt(units)
        expect(moneyOf(dollarsOf(money))).toBe(money)
        expect(isExact(dollarsOf(money))).toBe(true)
      }),
    )
  })

  test.each([0.00001, 0.12345, 123_456.78912])('%d dollars have too many decimals', (dollars) => {
    expect(isExact(dollars)).toBe(false)
  })

  test('even the largest number that a person can type is money', () => {
    expect(moneyOf(Number.MAX_VALUE)).toBe(BigInt(Number.MAX_VALUE) * 10_000n)
    expect(() => moneyOf(Infinity)).toThrow(RangeError)
    expect(() => moneyOf(NaN)).toThrow(RangeError)
  })
})

describe('formats', () => {
  test.each([
    [0, '$0.00', '$0.00', '$0.00', '$0', '$0.0K'],
    [0.1, '$0.10', '$0.10', '$0.10', '$0', '$0.0K'],
    [0.835, '$0.835', '$0.835', '$0.84', '$1', '$0.0K'],
    [0.0001, '$0.0001', '$0.0001', '$0.00', '$0', '$0.0K'],
    [49.99, '$49.99', '$49.99', '$49.99', '$50', '$0.0K'],
    [50, '$50.00', '$50.00', '$50.00', '$50', '$0.1K'],
    [1_234.5, '$1234.50', '$1,234.50', '$1,234.50', '$1,235', '$1.2K'],
    [999_999.9999, '$999999.9999', '$999,999.9999', '$1,000,000.00', '$1,000,000', '$1000.0K'],
    [1_250_000, '$1250000.00', '$1,250,000.00', '$1,250,000.00', '$1,250,000', '$1250.0K'],
    [-5, '-$5.00', '-$5.00', '-$5.00', '-$5', '-$0.0K'],
  ])('%d dollars', (dollars, unitPrice, price, total, whole, thousands) => {
    const money = moneyOf(dollars)
    expect(formatUnitPrice(money)).toBe(unitPrice)
    expect(formatPrice(money)).toBe(price)
    expect(formatTotal(money)).toBe(total)
    expect(formatDollars(money)).toBe(whole)
    expect(formatThousands(money)).toBe(thousands)
  })

  test('every price is formatted like Intl.NumberFormat', () => {
    const currency = (digits: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', ...digits })
    const exact = currency({ minimumFractionDigits: 2, maximumFractionDigits: 4 })
    const cents = currency({})
    const whole = currency({ maximumFractionDigits: 0 })
    assert(
      property(anyPrice, (units) => {
        const money = BigInt(units)
        const dollars = dollarsOf(money)
        expect(formatPrice(money)).toBe(exact.format(dollars))
        expect(formatUnitPrice(money)).toBe(exact.format(dollars).replaceAll(',', ''))
        expect(formatTotal(money)).toBe(cents.format(dollars))
        expect(formatDollars(money)).toBe(whole.format(dollars))
      }),
    )
  })
})
