import {
  getGetDailyCountsQueryKey,
  getGetLeadSourceCountsQueryKey,
  getGetLeadStageCountsQueryKey,
  getGetLeadStatsQueryKey,
  getGetLeadStatusCountsQueryKey,
  getGetLeadTrendsQueryKey,
  getListLeadImportsQueryKey,
  getListLeadsQueryKey,
  getListSpamLeadsQueryKey,
} from '@app/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { reloadCount } from './spam-count.ts'
import { forgetArrivals } from './arrivals.ts'

const keys = [
  getListLeadsQueryKey(),
  getListLeadImportsQueryKey(),
  getGetLeadStatsQueryKey(),
  getGetLeadStatusCountsQueryKey(),
  getGetLeadStageCountsQueryKey(),
  getGetLeadSourceCountsQueryKey(),
  getGetLeadTrendsQueryKey(),
  getGetDailyCountsQueryKey(),
]

/** Reloads the list and every figure about it. */
export function refreshLeads(queryClient: QueryClient): void {
  forgetArrivals('leads')
  reloadAfterChange(queryClient)
}

/** The same, and the lead that is open, after a colleague changed leads. Those that arrived since are still announced. */
export function reloadLeads(queryClient: QueryClient): Promise<unknown> {
  reloadCount(queryClient, getListSpamLeadsQueryKey)
  return Promise.all([
    ...keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => isOneLead(String(path)) }),
  ])
}

/** What the counts of views are cached under. They cost a call each, so live events do not ask for them. */
export const viewCountKey = 'count of a view of leads'

/** Reloads what one's own change of leads may have changed: all of that, and the counts of views. */
export function reloadAfterChange(queryClient: QueryClient): void {
  void reloadLeads(queryClient)
  void queryClient.invalidateQueries({ queryKey: [viewCountKey] })
}

/** Every lead has a path of its own, and paths below it. */
const isOneLead = (path: string) => /^\/api\/admin\/leads\/[\da-f-]{36}(\/|$)/.test(path)
