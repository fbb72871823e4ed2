import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** The page that is loaded for its total alone. */
export const countOnly = { limit: 1 }

/**
 * Reloads the number of records in the spam. The list itself is reloaded when it is shown again: until then, what was
 * freed keeps its place.
 */
export function reloadCount(queryClient: QueryClient, keyOf: (page?: { limit: number }) => QueryKey): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(), refetchType: 'none' })
  void queryClient.invalidateQueries({ queryKey: keyOf(countOnly), exact: true })
}
