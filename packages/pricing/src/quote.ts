import { priceList, type PricedItem, tierIndex, tiers } from './price-list.ts'

export const pieces = ['postcard-4.25x6', 'postcard-6x9', 'postcard-6x11', 'letter-8.5x11', 'letter-8.5x14'] as const
export type Piece = (typeof pieces)[number]
export type MailClass = 'first-class' | 'standard'

/** Above this many pieces a month the price is agreed on. */
export const volumeLimit = 100_000

/** Money in ten-thousandths of a US dollar: whole numbers, so that sums are exact. */
export type Units = number

export interface Quote {
  kind: 'price'
  /** Of one piece with all its pages. */
  unit: Units
  total: Units
  tier: 0 | 1 | 2 | 3
  /** The smallest larger quantity that costs less in total, with what it saves. */
  cheaper: { quantity: number; saving: Units } | undefined
}

/** No price is published for this size, or for this many pieces. */
export interface OnRequest {
  kind: 'on-request'
  reason: 'size' | 'volume'
}

const toUnits = (dollars: number): Units => Math.round(dollars * 10_000)

const itemOf = (piece: Exclude<Piece, 'postcard-6x11'>, mailClass: MailClass): PricedItem => {
  if (piece === 'postcard-4.25x6' || piece === 'postcard-6x9') return piece
  return mailClass === 'standard' ? 'letter-standard' : 'letter-first-class'
}

const isLetter = (piece: Piece) => piece.startsWith('letter-')

/**
 * Price of pieces that are mailed in one month, print and postage included. Duplex is free: a page is a sheet.
 * The class counts for letters only, and so do pages beyond the first.
 * @param quantity 1 to any number
 * @param pages 1 or more
 */
export function quote(piece: Piece, quantity: number, pages: number, mailClass: MailClass): Quote | OnRequest {
  if (quantity > volumeLimit) return { kind: 'on-request', reason: 'volume' }
  if (piece === 'postcard-6x11') return { kind: 'on-request', reason: 'size' }
  const item = itemOf(piece, mailClass)
  const unitAt = (tier: 0 | 1 | 2 | 3): Units =>
    toUnits(priceList[item][tier]) + (isLetter(piece) ? (pages - 1) * toUnits(priceList['extra-letter-page'][tier]) : 0)

  const tier = tierIndex(quantity)
  const unit = unitAt(tier)
  const total = unit * quantity
  const cheaper = tiers
    .map(({ from }) => ({ quantity: from, saving: total - unitAt(tierIndex(from)) * from }))
    .find((next) => next.quantity > quantity && next.saving > 0)
  return { kind: 'price', unit, total, tier, cheaper }
}

/** "$1,359.32": a sum to the cent; half a cent counts as a whole one. */
export const formatTotal = (units: Units): string =>
  (units / 10_000).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

export const unitsToDollars = (units: Units): number => units / 10_000
