/** Marketing prices in US dollars a piece, print and postage included, by pieces a month. */
export const tiers = [
  { from: 0, label: '0–1,999' },
  { from: 2_000, label: '2,000–4,999' },
  { from: 5_000, label: '5,000–9,999' },
  { from: 10_000, label: '10,000+' },
] as const

export const priceList = {
  'postcard-4.25x6': [0.68, 0.65, 0.62, 0.59],
  'postcard-6x9': [0.72, 0.69, 0.67, 0.63],
  'letter-first-class': [0.9, 0.87, 0.85, 0.835],
  'letter-standard': [0.77, 0.71, 0.68, 0.66],
  'extra-letter-page': [0.12, 0.11, 0.1, 0.09],
} as const satisfies Record<string, readonly [number, number, number, number]>

export type PricedItem = keyof typeof priceList

/** Index into `tiers` for this many pieces a month. */
export const tierIndex = (piecesPerMonth: number): 0 | 1 | 2 | 3 =>
  // findLastIndex is 0 to 3: the first tier starts at 0 and there are four.
  Math.max(
    0,
    tiers.findLastIndex((tier) => piecesPerMonth >= tier.from),
  ) as 0 | 1 | 2 | 3

/** US dollars a piece at this monthly quantity. */
export const unitPrice = (item: PricedItem, piecesPerMonth: number): number =>
  priceList[item][tierIndex(piecesPerMonth)]

/** "$0.62", or "$0.835" where the price has three decimals: never rounded. */
export const formatUnitPrice = (dollars: number): string =>
  `$${Number.isInteger(Math.round(dollars * 1e4) / 100) ? dollars.toFixed(2) : String(dollars)}`
