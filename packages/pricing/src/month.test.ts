import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatTotal, type Money, moneyOf, toCents } from './money.ts'
import { addVolume, charge, emptyMonth, type MonthLine, type MonthVolume, priceOfVolume, statementOf } from './month.ts'
import { itemsOf, type Piece, quote } from './quote.ts'

const card = { pieces: 1, items: itemsOf('postcard-4.25x6', 'first-class', 1) ?? {} }
const times = (count: number, { pieces, items }: MonthVolume): MonthVolume => ({
  pieces: count * pieces,
  items: Object.fromEntries(Object.entries(items).map(([item, one]) => [item, count * one])),
})

describe('charge', () => {
  test('is the list price within a tier', () => {
    expect(charge(times(10, card), card)).toEqual({ amount: moneyOf(0.68), reRate: 0n })
  })

  test('credits the earlier pieces when the month reaches the next tier', () => {
    expect(charge(times(1_999, card), card)).toEqual({ amount: moneyOf(0.65), reRate: moneyOf(-1_999 * 0.03) })
  })

  test('reverses the credit when a cancellation leaves the tier', () => {
    const { amount, reRate } = charge(times(2_000, card), times(-1, card))
    expect([amount, reRate]).toEqual([moneyOf(-0.65), moneyOf(1_999 * 0.03)])
  })
})

const anyPiece = constantFrom<Piece>('postcard-4.25x6', 'postcard-6x9', 'letter-8.5x11', 'letter-8.5x14')
const anyKind = record({
  piece: anyPiece,
  mailClass: constantFrom('first-class' as const, 'standard' as const),
  sheets: integer({ min: 1, max: 6 }),
})
/** Steps are large, so that a few of them cross the tiers. */
const anyStep = record({ kind: integer({ min: 0, max: 4 }), count: integer({ min: -4_000, max: 6_000 }) })

test('in any order of pieces and cancellations, charges add up to the month, and to quote() of its totals', () => {
  assert(
    property(array(anyKind, { minLength: 5, maxLength: 5 }), array(anyStep, { maxLength: 30 }), (kinds, steps) => {
      const quantities = kinds.map(() => 0)
      let month = emptyMonth
      let ledger: Money = 0n
      for (const { kind, count } of steps) {
        const { piece, mailClass, sheets } = kinds[kind] ??
          kinds[0] ?? { piece: 'letter-8.5x11', mailClass: 'standard', sheets: 1 }
        const change = Math.max(-(quantities[kind] ?? 0), count)
        const one = { pieces: 1, items: itemsOf(piece, mailClass, sheets) ?? {} }
        const { amount, reRate } = charge(month, times(change, one))
        ledger += amount + reRate
        month = addVolume(month, times(change, one))
        quantities[kind] = (quantities[kind] ?? 0) + change
      }
      expect(ledger).toBe(priceOfVolume(month))
      const lines = kinds.flatMap((kind, index): MonthLine[] => {
        const quantity = quantities[index] ?? 0
        return quantity > 0 ? [{ ...kind, quantity }] : []
      })
      const statement = statementOf(lines)
      const prices = lines.map(({ piece, quantity, sheets, mailClass }) =>
        quote(piece, quantity, sheets, mailClass, month.pieces),
      )
      const isOnRequest = month.pieces > 100_000
      expect('kind' in statement && statement).toEqual(isOnRequest && { kind: 'on-request', reason: 'volume' })
      const stated = 'lines' in statement ? statement : { lines: [], total: ledger }
      expect(stated.lines.map(({ total }) => total)).toEqual(
        isOnRequest ? [] : prices.map((price) => price.kind === 'price' && price.total),
      )
      // At most half a cent per line, and zero for a single line.
      const exact = stated.lines.length === 1 ? toCents(ledger) : ledger
      const rounding = stated.total - exact
      expect(rounding >= 0n && rounding <= (stated.lines.length === 1 ? 0n : 50n * BigInt(lines.length))).toBe(true)
    }),
  )
})

test('a single kind costs what quote() returns', () => {
  const statement = statementOf([{ piece: 'letter-8.5x11', mailClass: 'first-class', sheets: 1, quantity: 10_001 }])
  expect('total' in statement && formatTotal(statement.total)).toBe('$8,350.84')
})
