import { formatPrice, moneyOf } from '@app/pricing'

/** A price that changes by more than this is asked about: most of them are slips of the decimal point. */
const usualChange = 0.3

const text = (dollars: number) => formatPrice(moneyOf(dollars))

/** A question about a price that is probably a slip, in words. Undefined for a usual one. Both are valid, as typed. */
export function unusualPrice(typed: string, stored?: string): string | undefined {
  const price = Number(typed)
  if (stored === undefined) return price === 0 ? 'The price is $0.00: visitors would read that it is free.' : undefined
  const before = Number(stored)
  if (price === before) return undefined
  if (price === 0) return `The price changes from ${text(before)} to $0.00: visitors would read that it is free.`
  if (before > 0 && Math.abs(price - before) <= before * usualChange) return undefined
  const change = before > 0 ? `, ${percent(price / before - 1)}` : ''
  return `The price changes from ${text(before)} to ${text(price)}${change}.`
}

const percent = (change: number) =>
  `${Math.abs(Math.round(change * 100)).toLocaleString('en-US')} % ${change < 0 ? 'less' : 'more'}`
