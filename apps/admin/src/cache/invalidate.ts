import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/** When the last load of each query began or its data was set, in milliseconds of `performance.now()`. */
const loadedAt = new WeakMap<Query, number>()

/** Notes when queries load. Returns a function that stops it. */
export const watchLoads = (queryClient: QueryClient): (() => void) =>
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    if (action.type === 'fetch' || (action.type === 'success' && action.manual)) loadedAt.set(query, performance.now())
  })

/**
 * The earliest load time at which a query is current, in milliseconds of `performance.now()`. Undefined if no load is
 * recent enough.
 */
export type Since = number | undefined

/** True if the query was loaded at or after `since`. */
export const isCurrent = (query: Query, since: Since): boolean =>
  since !== undefined && (loadedAt.get(query) ?? -Infinity) >= since

/**
 * Reloads the queries that are on the screen and not current. The others reload when they are shown. A first load that runs is
 * begun anew: its response may be from before the change, and React Query itself restarts only loads of what it already has.
 */
export function invalidate(
  queryClient: QueryClient,
  { predicate = () => true, ...given }: QueryFilters & { refetchType?: 'none' },
  since?: Since,
): Promise<void> {
  const filters = { ...given, predicate: (query: Query) => predicate(query) && !isCurrent(query, since) }
  for (const query of queryClient.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' }))
    if (query.state.data === undefined) void query.cancel({ silent: true })
  return queryClient.invalidateQueries(filters)
}
