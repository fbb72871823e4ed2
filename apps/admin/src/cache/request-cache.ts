import {
  getGetDailyCountsQueryKey,
  getGetSampleRequestCountsQueryKey,
  getListSampleRequestHistoryQueryKey,
  getListSampleRequestsQueryKey,
  getListSpamSampleRequestsQueryKey,
  listSampleRequests,
  type SampleRequest,
} from '@app/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { dropRecords, invalidate, patchRecords, reloadCount, shownIds, type Since } from './queries.ts'

// A list on the screen reloads only when the user requests it: otherwise, cards would move, and a second click would hit
// another person's card. Changes are applied to the cards in place.

const listKey = getListSampleRequestsQueryKey()
const figures = [getGetSampleRequestCountsQueryKey(), getGetDailyCountsQueryKey()]

/** The API's limit. */
const maxIds = 100

/**
 * Puts the server's response into the cached lists, in place. Lists that are not on the screen reload when they are
 * shown.
 */
export function putRequests(
  queryClient: QueryClient,
  requests: readonly SampleRequest[],
  since?: Since,
): Promise<unknown> {
  patchRecords(queryClient, listKey, requests)
  void queryClient.invalidateQueries({ queryKey: listKey, refetchType: 'none' })
  return reloadRequestFigures(queryClient, since)
}

/** Reloads the counts of the views, and the dashboard's chart. */
export const reloadRequestFigures = (queryClient: QueryClient, since?: Since): Promise<unknown> =>
  Promise.all(figures.map((queryKey) => invalidate(queryClient, { queryKey }, since)))

/** Refetches the requests on the screen, or only the given ones, and returns them. */
export async function rereadRequests(
  queryClient: QueryClient,
  changed?: readonly string[],
  since?: Since,
): Promise<SampleRequest[]> {
  // An open dialog shows the history and the state of the email to the requester.
  for (const id of changed ?? shownIds(queryClient, listKey)) {
    void invalidate(queryClient, { queryKey: getListSampleRequestHistoryQueryKey(id) }, since)
  }
  const shown = shownIds(queryClient, listKey, since)
  const wanted = [...new Set(changed ? shown.filter((id) => changed.includes(id)) : shown)].slice(0, maxIds)
  // Requests that are not on the screen may have moved into or out of spam.
  if (!changed || wanted.length < changed.length) reloadCount(queryClient, getListSpamSampleRequestsQueryKey, since)
  if (wanted.length === 0) {
    await putRequests(queryClient, [], since)
    return []
  }
  const { data } = await listSampleRequests({ ids: wanted, limit: maxIds })
  const found = new Set(data.map(({ id }) => id))
  const gone = new Set(wanted.filter((id) => !found.has(id)))
  if (gone.size > 0) reloadSpamCount(queryClient)
  // No card is left to move.
  if (gone.size > 0 && shown.every((id) => gone.has(id))) {
    await reloadRequests(queryClient)
    return []
  }
  // A request that is no longer found is now spam, and its card has no valid actions.
  dropRecords(queryClient, listKey, gone)
  await putRequests(queryClient, data)
  return data
}

const reloadSpamCount = (queryClient: QueryClient) => reloadCount(queryClient, getListSpamSampleRequestsQueryKey)

/** Reloads the list in the server's order, along with the figures. */
export async function reloadRequests(queryClient: QueryClient): Promise<void> {
  reloadSpamCount(queryClient)
  await Promise.all([queryClient.invalidateQueries({ queryKey: listKey }), reloadRequestFigures(queryClient)])
}
