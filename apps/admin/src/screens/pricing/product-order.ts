import type { PricingProduct } from '@app/api-client'
import type { Direction } from './ProductCard.tsx'

export type OrderChange = { product: PricingProduct; sortOrder: number }

const orderOf = ({ sortOrder = 0 }: PricingProduct) => sortOrder

/** Room between neighbors when all are numbered anew. */
const step = 10

/**
 * The writes that bring a product one place further. Two numbers change places; only where some are equal, so that the
 * name decides, all are numbered anew.
 */
export function orderChanges(products: PricingProduct[], id: string, direction: Direction): OrderChange[] {
  const from = products.findIndex((product) => product.id === id)
  const to = from + (direction === 'earlier' ? -1 : 1)
  const moved = products[from]
  const neighbor = products[to]
  if (!moved || !neighbor) return []

  const areDistinct = new Set(products.map(orderOf)).size === products.length
  if (areDistinct) {
    return [
      { product: moved, sortOrder: orderOf(neighbor) },
      { product: neighbor, sortOrder: orderOf(moved) },
    ]
  }
  return products
    .with(from, neighbor)
    .with(to, moved)
    .map((product, index) => ({ product, sortOrder: (index + 1) * step }))
    .filter(({ product, sortOrder }) => orderOf(product) !== sortOrder)
}
