import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatTotal, moneyOf, times, toCents } from './money.ts'
import { tierIndex, volumeLimit } from './price-list.ts'
import { type MailClass, maxSheets, pieces, quote, sheetsOf } from './quote.ts'

const priced = (...given: Parameters<typeof quote>) => {
  const answer = quote(...given)
  if (answer.kind !== 'price') throw new Error(`no price: ${answer.reason}`)
  return answer
}

describe('quote', () => {
  test.each([
    ['postcard-4.25x6', 1_999, 1, 'first-class', '$1,359.32'],
    ['postcard-4.25x6', 2_000, 1, 'first-class', '$1,300.00'],
    ['letter-8.5x11', 10_000, 1, 'first-class', '$8,350.00'],
    ['letter-8.5x14', 10_000, 3, 'standard', '$8,400.00'],
    ['letter-8.5x11', 1, 2, 'first-class', '$1.02'],
  ] as const)('%s x %d, %d sheets, %s: %s', (piece, quantity, sheets, mailClass, total) => {
    expect(formatTotal(priced(piece, quantity, sheets, mailClass).total)).toBe(total)
  })

  test('duplex is free: two pages share a sheet', () => {
    expect([1, 2, 3, 4, 11, 12].map(sheetsOf)).toEqual([1, 1, 2, 2, 6, 6])
  })

  test('points out when more pieces cost less', () => {
    const { cheaper } = priced('postcard-4.25x6', 1_999, 1, 'first-class')
    expect(cheaper && [cheaper.quantity, formatTotal(cheaper.saving)]).toEqual([2_000, '$59.32'])
    expect(priced('postcard-4.25x6', 1_000, 1, 'first-class').cheaper).toBeUndefined()
  })

  test('publishes no price for 6x11 cards and above 100,000 pieces', () => {
    expect(quote('postcard-6x11', 10, 1, 'first-class')).toEqual({ kind: 'on-request', reason: 'size' })
    expect(quote('letter-8.5x11', volumeLimit + 1, 1, 'standard')).toEqual({ kind: 'on-request', reason: 'volume' })
  })

  test('has a total in whole cents: half a cent rounds up', () => {
    expect(priced('letter-8.5x11', 10_001, 1, 'first-class').total).toBe(moneyOf(8_350.84))
    expect(priced('letter-8.5x11', 10_002, 1, 'first-class').total).toBe(moneyOf(8_351.67))
  })

  test('is exact, positive, and never higher per piece for more pieces, for every piece and quantity', () => {
    const somePiece = constantFrom(...pieces.filter((piece) => piece !== 'postcard-6x11'))
    const someClass = constantFrom<MailClass>('first-class', 'standard')
    assert(
      property(
        somePiece,
        integer({ min: 1, max: volumeLimit - 1 }),
        integer({ min: 1, max: maxSheets }),
        someClass,
        (piece, quantity, sheets, mailClass) => {
          const here = priced(piece, quantity, sheets, mailClass)
          const next = priced(piece, quantity + 1, sheets, mailClass)
          expect(here.total).toBe(toCents(times(here.unit, quantity)))
          expect(here.tier).toBe(tierIndex(quantity))
          expect(here.unit).toBeGreaterThan(0n)
          expect(next.unit).toBeLessThanOrEqual(here.unit)
          const { quantity: there, saving } = here.cheaper ?? { quantity, saving: 0n }
          expect(here.total - priced(piece, there, sheets, mailClass).total).toBe(saving)
          expect(saving).toBeGreaterThanOrEqual(0n)
        },
      ),
      { numRuns: 500 },
    )
  })
})
