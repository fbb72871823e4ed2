import { expect, test } from 'vitest'
import { loanFigures } from './loan.ts'
import { moneyOf } from './money.ts'

test('cost per funded loan and return follow from the inputs', () => {
  const figures = loanFigures({
    pieces: 10_000,
    price: moneyOf(0.63),
    responseShare: 0.008,
    fundedShare: 0.15,
    revenuePerLoan: moneyOf(4_500),
  })
  expect(figures).toMatchObject({ cost: moneyOf(6_300), responses: 80, loans: 12, costPerLoan: moneyOf(525) })
  expect(figures.returnShare).toBeCloseTo((12 * 4_500 - 6_300) / 6_300)
})

test('cost per loan is rounded to the dollar', () => {
  const inputs = { pieces: 1, responseShare: 1, fundedShare: 1, revenuePerLoan: moneyOf(0) }
  expect(loanFigures({ ...inputs, price: moneyOf(0.4999) }).costPerLoan).toBe(moneyOf(0))
  expect(loanFigures({ ...inputs, price: moneyOf(0.5) }).costPerLoan).toBe(moneyOf(1))
})

test('a response rate of zero does not divide by zero', () => {
  const revenuePerLoan = moneyOf(1)
  const figures = loanFigures({ pieces: 1, price: moneyOf(0.63), responseShare: 0, fundedShare: 0.15, revenuePerLoan })
  expect(figures.costPerLoan).toBeUndefined()
  expect(figures.returnShare).toBe(-1)
})

test('a tiny response rate does not overflow', () => {
  const inputs = { pieces: 10_000, price: moneyOf(0.63), fundedShare: 0.15, revenuePerLoan: moneyOf(4_500) }
  expect(loanFigures({ ...inputs, responseShare: 1e-320 }).costPerLoan).toBeUndefined()
})
