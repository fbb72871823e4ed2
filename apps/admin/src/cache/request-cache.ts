import {
  getGetSampleRequestCountsQueryKey,
  getListSampleRequestHistoryQueryKey,
  getListSampleRequestsQueryKey,
  getListSpamSampleRequestsQueryKey,
  listSampleRequests,
  type SampleRequest,
} from '@app/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { dropRecords, patchRecords, shownIds } from './patch-record.ts'
import { reloadCount } from './spam-count.ts'

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

/** Reads those of the requests again that are on the screen; without ids, all that are. Answers what was read. */
export async function rereadRequests(queryClient: QueryClient, changed?: readonly string[]): Promise<SampleRequest[]> {
  const shown = shownIds(queryClient, listKey)
  const wanted = [...new Set(changed ? shown.filter((id) => changed.includes(id)) : shown)].slice(0, maxIds)
  // Those that are not on the screen may have come out of the spam, or gone into it.
  if (!changed || wanted.length < changed.length) reloadSpamCount(queryClient)
  if (wanted.length === 0) {
    await putRequests(queryClient, [])
    return []
  }
  // An open dialog shows what was done, and how the mail to the requester went.
  for (const id of wanted) void queryClient.invalidateQueries({ queryKey: getListSampleRequestHistoryQueryKey(id) })
  const { data } = await listSampleRequests({ ids: wanted, limit: maxIds })
  const found = new Set(data.map(({ id }) => id))
  const gone = new Set(wanted.filter((id) => !found.has(id)))
  if (gone.size > 0) reloadSpamCount(queryClient)
  // Nothing is left whose place could change.
  if (gone.size > 0 && shown.every((id) => gone.has(id))) {
    await reloadRequests(queryClient)
    return []
  }
  // What is no longer found is spam by now, and its card can do nothing.
  dropRecords(queryClient, listKey, gone)
  await putRequests(queryClient, data)
  return data
}

const reloadSpamCount = (queryClient: QueryClient) => reloadCount(queryClient, getListSpamSampleRequestsQueryKey)

/** Loads the list again, as the server orders it, with the counts of its views. */
export async function reloadRequests(queryClient: QueryClient): Promise<void> {
  reloadSpamCount(queryClient)
  await Promise.all([listKey, countsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
