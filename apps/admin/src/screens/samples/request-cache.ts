import {
  getGetSampleRequestCountsQueryKey,
  getListSampleRequestsQueryKey,
  getListSpamSampleRequestsQueryKey,
  listSampleRequests,
  type SampleRequest,
} from '@app/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { patchRecords, shownIds } from '../../list/patch-record.ts'
import { reloadCount } from '../../spam/reload-count.ts'

// A list that is on the screen is only loaded again when its reader asks: its cards would move, and a second click would
// meet another person's card. What changes is put into the cards where they are.

const listKey = getListSampleRequestsQueryKey()
const countsKey = getGetSampleRequestCountsQueryKey()

/** As many as the API takes at once. */
const maxIds = 100

/** Puts what the server answered into the lists, in its place. Lists that are not on the screen load again when they are. */
export function putRequests(queryClient: QueryClient, requests: readonly SampleRequest[]): Promise<void> {
  patchRecords(queryClient, listKey, requests)
  void queryClient.invalidateQueries({ queryKey: listKey, refetchType: 'none' })
  return queryClient.invalidateQueries({ queryKey: countsKey })
}

/** Reads those of the requests again that are on the screen; without ids, all that are. */
export async function rereadRequests(queryClient: QueryClient, changed?: readonly string[]): Promise<void> {
  const shown = shownIds(queryClient, listKey)
  const wanted = [...new Set(changed ? shown.filter((id) => changed.includes(id)) : shown)].slice(0, maxIds)
  if (wanted.length === 0) return putRequests(queryClient, [])
  const ids = wanted.join(',')
  const { data } = await queryClient.fetchQuery({
    queryKey: ['sample requests', ids],
    queryFn: ({ signal }) => listSampleRequests({ ids, limit: maxIds }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  // What is no longer found is spam by now, and its card can do nothing.
  return data.length < wanted.length ? reloadRequests(queryClient) : putRequests(queryClient, data)
}

/** Loads the list again, as the server orders it, with the counts of its views. */
export async function reloadRequests(queryClient: QueryClient): Promise<void> {
  reloadCount(queryClient, getListSpamSampleRequestsQueryKey)
  await Promise.all([listKey, countsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
