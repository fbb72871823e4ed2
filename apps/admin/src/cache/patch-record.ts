import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isCurrent, type Since } from './invalidate.ts'

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
