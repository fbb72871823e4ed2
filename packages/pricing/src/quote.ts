import { type Money, times, toCents } from './money.ts'
import { priceAt, type PricedItem, type Tier, tierIndex, tiers, volumeLimit } from './price-list.ts'

export const pieces = ['postcard-4.25x6', 'postcard-6x9', 'postcard-6x11', 'letter-8.5x11', 'letter-8.5x14'] as const
export type Piece = (typeof pieces)[number]
export type MailClass = 'first-class' | 'standard'

export interface Quote {
  kind: 'price'
  /** Of one piece with all its sheets. */
  unit: Money
  /** In whole cents: half a cent rounds up. */
  total: Money
  tier: Tier
  /** The smallest larger quantity that costs less in total, with what it saves. */
  cheaper: { quantity: number; saving: Money } | undefined
}

/** No price is published for this size, or for this many pieces. */
export interface OnRequest {
  kind: 'on-request'
  reason: 'size' | 'volume'
}

const itemOf = (piece: Exclude<Piece, 'postcard-6x11'>, mailClass: MailClass): PricedItem => {
  if (piece === 'postcard-4.25x6' || piece === 'postcard-6x9') return piece
  return mailClass === 'standard' ? 'letter-standard' : 'letter-first-class'
}

const isLetter = (piece: Piece) => piece.startsWith('letter-')

/** The most sheets of one letter. */
export const maxSheets = 6

/** Duplex is free: every sheet is printed on both sides, so two pages share a sheet. */
export const sheetsOf = (pages: number): number => Math.ceil(pages / 2)

/**
 * The price of pieces mailed in one month, print and postage included. The mail class and the additional sheets apply to
 * letters only.
 * @param quantity 1 or more
 * @param sheets 1 or more
 */
export function quote(piece: Piece, quantity: number, sheets: number, mailClass: MailClass): Quote | OnRequest {
  if (quantity > volumeLimit) return { kind: 'on-request', reason: 'volume' }
  if (piece === 'postcard-6x11') return { kind: 'on-request', reason: 'size' }
  const item = itemOf(piece, mailClass)
  const additionalSheets = isLetter(piece) ? sheets - 1 : 0
  const unitAt = (tier: Tier): Money =>
    priceAt(item, tier) + times(priceAt('additional-letter-sheet', tier), additionalSheets)
  const totalOf = (count: number): Money => toCents(times(unitAt(tierIndex(count)), count))

  const tier = tierIndex(quantity)
  const unit = unitAt(tier)
  const total = totalOf(quantity)
  const cheaper = tiers
    .map(({ from }) => ({ quantity: from, saving: total - totalOf(from) }))
    .find((next) => next.quantity > quantity && next.saving > 0n)
  return { kind: 'price', unit, total, tier, cheaper }
}
