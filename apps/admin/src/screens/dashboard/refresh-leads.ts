import {
  getGetDailyCountsQueryKey,
  getGetLeadStatsQueryKey,
  getGetLeadStatusCountsQueryKey,
  getGetLeadTrendsQueryKey,
  getListLeadsQueryKey,
} from '@app/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { forgetArrivals } from '../../live/arrivals.ts'

const keys = [
  getListLeadsQueryKey(),
  getGetLeadStatsQueryKey(),
  getGetLeadStatusCountsQueryKey(),
  getGetLeadTrendsQueryKey(),
  getGetDailyCountsQueryKey(),
]

/** Loads the list and all figures of it anew. */
export function refreshLeads(queryClient: QueryClient): void {
  forgetArrivals('leads')
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
}
