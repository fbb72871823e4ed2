import type { Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'

/** When the last load of each query began or its data was set, in milliseconds of `performance.now()`. */
const loadedAt = new WeakMap<Query, number>()

/** Records when queries load. Returns a function that stops recording. */
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
const isCurrent = (query: Query, since: Since): boolean =>
  since !== undefined && (loadedAt.get(query) ?? -Infinity) >= since

/**
 * Reloads the queries that are on the screen and not current. The others reload when they are shown. Restarts a first
 * load in flight, because its response may predate the change, and React Query restarts only refetches.
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

/** Query parameters of a request that needs only the total. */
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

type Keyed = { id: string }
type ListAnswer = { data: Keyed[] }

/** Replaces records in every cached list under this key with the server's response, so that no value flickers back. */
export function patchRecords(queryClient: QueryClient, listKey: QueryKey, records: readonly Keyed[]): void {
  const known = new Map(records.map((record) => [record.id, record]))
  queryClient.setQueriesData<ListAnswer>(
    { queryKey: listKey },
    (answer) => answer && { ...answer, data: answer.data.map((item) => known.get(item.id) ?? item) },
  )
}

/** Removes records from every cached list under this key. The rest keep their positions. */
export function dropRecords(queryClient: QueryClient, listKey: QueryKey, ids: ReadonlySet<string>): void {
  if (ids.size === 0) return
  queryClient.setQueriesData<ListAnswer>(
    { queryKey: listKey },
    (answer) => answer && { ...answer, data: answer.data.filter(({ id }) => !ids.has(id)) },
  )
}

/** The ids of the records in the lists on the screen that are not current. */
export const shownIds = (queryClient: QueryClient, listKey: QueryKey, since?: Since): string[] =>
  queryClient
    .getQueriesData<ListAnswer>({
      queryKey: listKey,
      type: 'active',
      predicate: (query) => !isCurrent(query, since),
    })
    .flatMap(([, answer]) => answer?.data.map(({ id }) => id) ?? [])
