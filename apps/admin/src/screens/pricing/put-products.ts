import { getListPricingProductsQueryKey, type PricingProduct } from '@app/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { patchRecords } from '../../cache/queries.ts'
import { reloadRecords } from '../../cache/reload-records.ts'

/** Puts the server's response into the list, then reloads the other queries that show it. */
export function putProducts(queryClient: QueryClient, products: readonly PricingProduct[]): void {
  patchRecords(queryClient, getListPricingProductsQueryKey(), products)
  void reloadRecords.pricing_products(queryClient, undefined)
}
