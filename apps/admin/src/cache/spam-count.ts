import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { invalidate, type Since } from './invalidate.ts'

/** A page that is loaded only for its total. */
export const countOnly = { limit: 1 }

/**
 * Reloads the number of records in spam. The list itself reloads the next time it is shown: until then, records that
 * were marked as not spam keep their places.
 */
export function reloadCount(
  queryClient: QueryClient,
  keyOf: (page?: { limit: number }) => QueryKey,
  since?: Since,
): void {
  void invalidate(queryClient, { queryKey: keyOf(), refetchType: 'none' }, since)
  void invalidate(queryClient, { queryKey: keyOf(countOnly), exact: true }, since)
}
