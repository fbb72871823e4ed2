import {
  getGetSampleRequestCountsQueryKey,
  getListSampleRequestsQueryKey,
  listSampleRequests,
  type SampleRequest,
} from '@app/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { patchRecords, shownIds } from '../../list/patch-record.ts'

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
  const ids = (changed ? shown.filter((id) => changed.includes(id)) : shown).slice(0, maxIds).join(',')
  if (!ids) return putRequests(queryClient, [])
  const { data } = await queryClient.fetchQuery({
    queryKey: ['sample requests', ids],
    queryFn: ({ signal }) => listSampleRequests({ ids, limit: maxIds }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  return putRequests(queryClient, data)
}

/** Loads the list again, as the server orders it, with the counts of its views. */
export const reloadRequests = (queryClient: QueryClient) =>
  Promise.all([listKey, countsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
