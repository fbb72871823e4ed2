import { formatPrice, moneyOf } from '@app/pricing'

/** A larger change needs confirmation, because most such changes are misplaced decimal points. */
const usualChange = 0.3

const text = (dollars: number) => formatPrice(moneyOf(dollars))

/** A question about a price that is probably a mistake. Undefined for a usual price. Both prices are valid numbers. */
export function unusualPrice(typed: string, stored?: string): string | undefined {
  const price = Number(typed)
  if (stored === undefined) return price === 0 ? 'The price is $0.00: visitors would see it as free.' : undefined
  const before = Number(stored)
  if (price === before) return undefined
  if (price === 0) return `The price changes from ${text(before)} to $0.00: visitors would see it as free.`
  if (before > 0 && Math.abs(price - before) <= before * usualChange) return undefined
  const change = before > 0 ? `, ${percent(price / before - 1)}` : ''
  return `The price changes from ${text(before)} to ${text(price)}${change}.`
}

const percent = (change: number) =>
  `${Math.abs(Math.round(change * 100)).toLocaleString('en-US')}% ${change < 0 ? 'less' : 'more'}`
