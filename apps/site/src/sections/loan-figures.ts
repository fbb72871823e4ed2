interface LoanInputs {
  pieces: number
  /** US dollars per piece. */
  price: number
  /** 0 to 1. */
  responseShare: number
  /** Share of the responses that become funded loans, 0 to 1. */
  fundedShare: number
  /** US dollars. */
  revenuePerLoan: number
}

/** What a month of mail costs and brings, in US dollars. Loans may be a fraction: they are an average. */
export function loanFigures({ pieces, price, responseShare, fundedShare, revenuePerLoan }: LoanInputs) {
  // Whole ten-thousandths of a dollar keep the product exact.
  const cost = (pieces * Math.round(price * 10_000)) / 10_000
  const responses = pieces * responseShare
  const loans = responses * fundedShare
  return {
    cost,
    responses,
    loans,
    /** Undefined when no loan is funded. */
    costPerLoan: loans > 0 ? cost / loans : undefined,
    /** 1 is twice the money back; undefined when nothing was spent. */
    returnShare: cost > 0 ? (loans * revenuePerLoan - cost) / cost : undefined,
  }
}
