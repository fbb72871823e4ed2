import type { PricingProductInput } from '@app/api-client'
import {
  formatPrice,
  formatUnitPrice,
  type Money,
  moneyOf,
  pieceTitle,
  priceList,
  type PricedItem,
  pricedPostcards,
  tiers,
} from '@app/pricing'

const itemNames: Readonly<Partial<Record<PricedItem, string>>> = {
  'letter-first-class': 'a First Class letter',
  'letter-standard': 'a Standard Mail letter',
  'additional-letter-sheet': 'an additional letter sheet',
}

interface Piece {
  /** The price list items that match the product. Empty if the list has no price for it. */
  items: readonly PricedItem[]
  /** The detail missing from the name, if several items match. */
  missing?: string
}

const sizePattern = /(\d{1,3}(?:\.\d{1,4})?)\s*[x×]\s*(\d{1,3}(?:\.\d{1,4})?)/i

function postcardNamed(name: string): Piece {
  const size = sizePattern.exec(name)
  if (!size) return { items: pricedPostcards, missing: 'size' }
  const sides = [Number(size[1]), Number(size[2])].toSorted((one, other) => one - other)
  return { items: pricedPostcards.filter((item) => item === `postcard-${sides.join('x')}`) }
}

function letterNamed(name: string): Piece {
  if (/\b(additional|extra)\b.*\bpages?\b/i.test(name)) return { items: ['additional-letter-sheet'] }
  if (/\bfirst[\s-]*class\b/i.test(name)) return { items: ['letter-first-class'] }
  // USPS now calls Standard Mail "USPS Marketing Mail".
  if (/\b(standard|marketing)\b/i.test(name)) return { items: ['letter-standard'] }
  return { items: ['letter-first-class', 'letter-standard'], missing: 'mail class' }
}

/** A product's category is the kind of piece, and its name identifies the item. The list has no prices for packages. */
function pieceOf({ category, name }: Product): Piece {
  if (category === 'postcard') return postcardNamed(name)
  return category === 'letter' ? letterNamed(name) : { items: [] }
}

type Product = Pick<PricingProductInput, 'name' | 'category' | 'startingPrice'>

const lowestOf = (item: PricedItem): Money => moneyOf(Math.min(...priceList[item]))

/**
 * How the starting price of a product differs from the lowest price of its piece on the price list, in words for staff.
 * Undefined if they agree, or if the list has no price for the piece.
 */
export function priceListDifference(product: Product): string | undefined {
  const { items, missing } = pieceOf(product)
  const [item] = items.toSorted((one, other) => Number(lowestOf(one) - lowestOf(other)))
  if (!item || !Number.isFinite(product.startingPrice)) return undefined
  const lowest = lowestOf(item)
  const starting = moneyOf(product.startingPrice)
  if (lowest === starting) return undefined

  const tier = tiers[priceList[item].findIndex((price) => moneyOf(price) === lowest)]
  const list = `The lowest price on the price list is ${formatUnitPrice(lowest)} for ${itemNames[item] ?? `a ${pieceTitle(item)}`}, at ${tier?.label} pieces a month.`
  const own = `This product starts at ${formatPrice(starting)}.`
  const hint = missing ? ` Its name does not say which ${missing} it is for.` : ''
  return `${list} ${own}${hint}`
}
