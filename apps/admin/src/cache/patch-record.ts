import type { QueryClient, QueryKey } from '@tanstack/react-query'

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

/** The ids of the records in the lists on the screen. */
export const shownIds = (queryClient: QueryClient, listKey: QueryKey): string[] =>
  queryClient
    .getQueriesData<ListAnswer>({ queryKey: listKey, type: 'active' })
    .flatMap(([, answer]) => answer?.data.map(({ id }) => id) ?? [])
