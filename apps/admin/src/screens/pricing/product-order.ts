import type { PricingProduct } from '@app/api-client'

export type OrderChange = { product: PricingProduct; sortOrder: number }

const orderOf = ({ sortOrder = 0 }: PricingProduct) => sortOrder

/** Room between neighbors when all are numbered anew. */
const step = 10

/**
 * The writes that bring a product to another place in the list, counted from 0. The numbers stay and the products
 * change them; only where some are equal, so that the name decides, all are numbered anew.
 */
export function orderChanges(products: PricingProduct[], id: string, to: number): OrderChange[] {
  const from = products.findIndex((product) => product.id === id)
  const moved = products[from]
  if (!moved || !products[to] || to === from) return []

  const orders = products.map(orderOf)
  const areDistinct = new Set(orders).size === orders.length
  return products
    .toSpliced(from, 1)
    .toSpliced(to, 0, moved)
    .map((product, place) => ({ product, sortOrder: areDistinct ? orders[place]! : (place + 1) * step }))
    .filter(({ product, sortOrder }) => orderOf(product) !== sortOrder)
}
