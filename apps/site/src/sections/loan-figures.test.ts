import { expect, test } from 'vitest'
import { loanFigures } from './loan-figures.ts'

test('cost per funded loan and return follow from the inputs', () => {
  const figures = loanFigures({
    pieces: 10_000,
    price: 0.63,
    responseShare: 0.008,
    fundedShare: 0.15,
    revenuePerLoan: 4_500,
  })
  expect(figures).toMatchObject({ cost: 6_300, responses: 80, loans: 12, costPerLoan: 525 })
  expect(figures.returnShare).toBeCloseTo((12 * 4_500 - 6_300) / 6_300)
})

test('a response rate of zero does not divide by zero', () => {
  const figures = loanFigures({ pieces: 1, price: 0.63, responseShare: 0, fundedShare: 0.15, revenuePerLoan: 1 })
  expect(figures.costPerLoan).toBeUndefined()
  expect(figures.returnShare).toBe(-1)
})
