import { type Money, times, toCents } from './money.ts'
import {
  priceAt,
  type PricedItem,
  pricedItems,
  pricedPostcards,
  type Tier,
  tierIndex,
  tiers,
  volumeLimit,
} from './price-list.ts'

export const pieces = ['postcard-4.25x6', 'postcard-6x9', 'postcard-6x11', 'letter-8.5x11', 'letter-8.5x14'] as const
export type Piece = (typeof pieces)[number]

/** "4.25x6 postcard" */
export function pieceTitle(piece: Piece | PricedItem): string {
  const [kind, size] = piece.split('-')
  return `${size} ${kind}`
}

export type MailClass = 'first-class' | 'standard'

export interface Quote {
  kind: 'price'
  /** The price of one piece, including all its sheets. */
  unit: Money
  /** In whole cents. Half a cent rounds up. */
  total: Money
  tier: Tier
  /** The smallest larger quantity with a lower total, and its saving. */
  cheaper: { quantity: number; saving: Money } | undefined
}

/** No price is published for this size or quantity. */
export interface OnRequest {
  kind: 'on-request'
  reason: 'size' | 'volume'
}

/** The quantity of each price list item. */
export type ItemCounts = Readonly<Partial<Record<PricedItem, number>>>

const isLetter = (piece: Piece) => piece.startsWith('letter-')

/**
 * The price list items that make up one piece. Undefined for a size whose price is on request.
 * @param sheets sheets of a letter, 1 or more
 */
export function itemsOf(piece: Piece, mailClass: MailClass, sheets: number): ItemCounts | undefined {
  if (!isLetter(piece)) {
    const item = pricedPostcards.find((one) => one === piece)
    return item && { [item]: 1 }
  }
  const additional = sheets > 1 && { 'additional-letter-sheet': sheets - 1 }
  return { [mailClass === 'standard' ? 'letter-standard' : 'letter-first-class']: 1, ...additional }
}

export function priceOfItems(items: ItemCounts, tier: Tier): Money {
  let total: Money = 0n
  for (const item of pricedItems) total += times(priceAt(item, tier), items[item] ?? 0)
  return total
}

/** Maximum number of sheets in a letter. */
export const maxSheets = 6

/** Duplex is free: every sheet is printed on both sides, so two pages share a sheet. */
export const sheetsOf = (pages: number): number => Math.ceil(pages / 2)

/**
 * The price of pieces mailed in one month, including print and postage. The mail class and the additional sheets apply
 * only to letters.
 * @param quantity 1 or more
 * @param sheets 1 or more
 * @param volume all pieces of the month, including these, which determine the tier
 */
export function quote(
  piece: Piece,
  quantity: number,
  sheets: number,
  mailClass: MailClass,
  volume = quantity,
): Quote | OnRequest {
  if (volume > volumeLimit) return { kind: 'on-request', reason: 'volume' }
  const items = itemsOf(piece, mailClass, sheets)
  if (!items) return { kind: 'on-request', reason: 'size' }
  const others = volume - quantity
  const totalOf = (count: number): Money => toCents(times(priceOfItems(items, tierIndex(count + others)), count))

  const tier = tierIndex(volume)
  const unit = priceOfItems(items, tier)
  const total = totalOf(quantity)
  const cheaper = tiers
    .map(({ from }) => ({ quantity: from - others, saving: total - totalOf(from - others) }))
    .find((next) => next.quantity > quantity && next.saving > 0n)
  return { kind: 'price', unit, total, tier, cheaper }
}
