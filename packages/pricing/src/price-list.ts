import { type Money, moneyOf } from './money.ts'

/** Above this many pieces a month, the price is negotiated. */
export const volumeLimit = 100_000

/** Volume tiers, by pieces a month. */
export const tiers = [
  { from: 0, label: '0–1,999' },
  { from: 2_000, label: '2,000–4,999' },
  { from: 5_000, label: '5,000–9,999' },
  { from: 10_000, label: '10,000+' },
] as const

/**
 * Published prices in US dollars per piece, including print and postage, one per tier. At most four decimals. They
 * apply to every month: before one of them changes, `quote()` and the statements need a price list for each month.
 */
export const priceList = {
  'postcard-4.25x6': [0.68, 0.65, 0.62, 0.59],
  'postcard-6x9': [0.72, 0.69, 0.67, 0.63],
  'letter-first-class': [0.9, 0.87, 0.85, 0.835],
  'letter-standard': [0.77, 0.71, 0.68, 0.66],
  'additional-letter-sheet': [0.12, 0.11, 0.1, 0.09],
} as const satisfies Record<string, readonly [number, number, number, number]>

export type PricedItem = keyof typeof priceList

// Object.keys() returns the names of this object and nothing else.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
export const pricedItems = Object.keys(priceList) as PricedItem[]

/** The postcard sizes with a published price. Others are priced on request. */
export const pricedPostcards = pricedItems.filter((item) => item.startsWith('postcard-'))

/** Index into `tiers`, and into each row of the price list. */
export type Tier = 0 | 1 | 2 | 3

const tiersFromTheTop: readonly Tier[] = [3, 2, 1, 0]

/** The tier of this many pieces a month. */
export const tierIndex = (piecesPerMonth: number): Tier =>
  tiersFromTheTop.find((tier) => piecesPerMonth >= tiers[tier].from) ?? 0

export const priceAt = (item: PricedItem, tier: Tier): Money => moneyOf(priceList[item][tier])

/** The price of a piece at this monthly quantity. */
export const unitPrice = (item: PricedItem, piecesPerMonth: number): Money => priceAt(item, tierIndex(piecesPerMonth))
