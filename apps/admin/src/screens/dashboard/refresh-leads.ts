import {
  getGetDailyCountsQueryKey,
  getGetLeadSourceCountsQueryKey,
  getGetLeadStatsQueryKey,
  getGetLeadStatusCountsQueryKey,
  getGetLeadTrendsQueryKey,
  getListLeadsQueryKey,
  getListSpamLeadsQueryKey,
} from '@app/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { reloadCount } from '../../spam/reload-count.ts'
import { forgetArrivals } from '../../live/arrivals.ts'

const keys = [
  getListLeadsQueryKey(),
  getGetLeadStatsQueryKey(),
  getGetLeadStatusCountsQueryKey(),
  getGetLeadSourceCountsQueryKey(),
  getGetLeadTrendsQueryKey(),
  getGetDailyCountsQueryKey(),
]

/** Reloads the list and every figure about it. */
export function refreshLeads(queryClient: QueryClient): void {
  forgetArrivals('leads')
  void reloadLeads(queryClient)
}

/** The same after a colleague moved leads into the spam or out of it. Those that arrived since are still announced. */
export function reloadLeads(queryClient: QueryClient): Promise<unknown> {
  reloadCount(queryClient, getListSpamLeadsQueryKey)
  return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
