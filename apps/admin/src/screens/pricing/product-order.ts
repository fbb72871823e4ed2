import type { PricingProduct } from '@app/api-client'

export type OrderChange = { product: PricingProduct; sortOrder: number }

const orderOf = ({ sortOrder = 0 }: PricingProduct) => sortOrder

/** Gap between neighbors when all products are renumbered. */
const step = 10

/**
 * The writes that move a product to another index of the list. The products swap the sort orders they already have;
 * only where two are equal, so that the name decides between them, all products are renumbered.
 */
export function orderChanges(products: PricingProduct[], id: string, to: number): OrderChange[] {
  const from = products.findIndex((product) => product.id === id)
  const moved = products[from]
  if (!moved || !products[to] || to === from) return []

  const current = products.map(orderOf)
  const areDistinct = new Set(current).size === current.length
  const orders = areDistinct ? current : current.map((_, place) => (place + 1) * step)
  return products
    .toSpliced(from, 1)
    .toSpliced(to, 0, moved)
    .map((product, place) => ({ product, sortOrder: orders[place] ?? orderOf(product) }))
    .filter(({ product, sortOrder }) => orderOf(product) !== sortOrder)
}
