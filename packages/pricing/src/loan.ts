import { dollarsOf, type Money, moneyOf, times } from './money.ts'

interface LoanInputs {
  pieces: number
  price: Money
  /** 0 to 1. */
  responseShare: number
  /** Share of the responses that become funded loans, 0 to 1. */
  fundedShare: number
  revenuePerLoan: Money
}

interface LoanFigures {
  cost: Money
  /** An average, like `loans`, so it may be a fraction. */
  responses: number
  loans: number
  /** In whole dollars. Undefined if no loan is funded, or so few that the cost overflows. */
  costPerLoan: Money | undefined
  /** 1 means revenue of twice the cost. Undefined if nothing was spent. */
  returnShare: number | undefined
}

/** The cost and return of a month of mail. */
export function loanFigures({ pieces, price, responseShare, fundedShare, revenuePerLoan }: LoanInputs): LoanFigures {
  const cost = times(price, pieces)
  const spent = dollarsOf(cost)
  const responses = pieces * responseShare
  const loans = responses * fundedShare
  const spentPerLoan = spent / loans
  return {
    cost,
    responses,
    loans,
    costPerLoan: Number.isFinite(spentPerLoan) ? moneyOf(Math.round(spentPerLoan)) : undefined,
    returnShare: spent > 0 ? (loans * dollarsOf(revenuePerLoan) - spent) / spent : undefined,
  }
}
