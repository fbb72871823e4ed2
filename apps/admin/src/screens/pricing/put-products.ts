import { getListPricingProductsQueryKey, type PricingProduct } from '@app/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { patchRecords } from '../../cache/patch-record.ts'
import { reloadRecords } from '../../cache/reload-records.ts'

/** Puts what the server answered into the list, then reloads what else shows it. */
export function putProducts(queryClient: QueryClient, products: readonly PricingProduct[]): void {
  patchRecords(queryClient, getListPricingProductsQueryKey(), products)
  void reloadRecords.pricing_products(queryClient, undefined)
}
