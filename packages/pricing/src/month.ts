import type { Money } from './money.ts'
import { type PricedItem, pricedItems, tierIndex } from './price-list.ts'
import {
  type ItemCounts,
  type MailClass,
  type OnRequest,
  type Piece,
  priceOfItems,
  quote,
  type Quote,
} from './quote.ts'

/** Everything that one workspace sent in a month. All pieces together determine the tier. */
export interface MonthVolume {
  pieces: number
  items: ItemCounts
}

export const emptyMonth: MonthVolume = { pieces: 0, items: {} }

/** Counts may be negative, for canceled pieces. */
export function addVolume(one: MonthVolume, other: MonthVolume): MonthVolume {
  const items: Partial<Record<PricedItem, number>> = {}
  for (const item of pricedItems) {
    const count = (one.items[item] ?? 0) + (other.items[item] ?? 0)
    if (count !== 0) items[item] = count
  }
  return { pieces: one.pieces + other.pieces, items }
}

/** The exact price of a month's volume, before any rounding to cents. */
export const priceOfVolume = ({ pieces, items }: MonthVolume): Money => priceOfItems(items, tierIndex(pieces))

export interface Charge {
  /** The price of the pieces themselves, at the tier that includes them. Negative for refunds. */
  amount: Money
  /** The price change of the month's other pieces if the tier changes. 0 within a tier. */
  reRate: Money
}

/**
 * The charge for adding pieces to a month, or the refund for removing them. All charges add up to the price of the
 * month's volume.
 */
export function charge(before: MonthVolume, change: MonthVolume): Charge {
  const after = addVolume(before, change)
  const amount = priceOfItems(change.items, tierIndex(Math.max(before.pieces, after.pieces)))
  return { amount, reRate: priceOfVolume(after) - priceOfVolume(before) - amount }
}

/** Pieces of one kind in a month. */
export interface MonthLine {
  piece: Piece
  mailClass: MailClass
  sheets: number
  quantity: number
}

/**
 * A month's statement: each line as priced by `quote()`, at the tier of all pieces together. The total is in whole
 * cents.
 */
export function statementOf<Line extends MonthLine>(
  lines: readonly Line[],
): { lines: (Line & Quote)[]; total: Money } | OnRequest {
  const volume = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const priced: (Line & Quote)[] = []
  for (const line of lines) {
    const price = quote(line.piece, line.quantity, line.sheets, line.mailClass, volume)
    if (price.kind === 'on-request') return price
    priced.push({ ...line, ...price })
  }
  return { lines: priced, total: priced.reduce((sum, { total }) => sum + total, 0n) }
}
