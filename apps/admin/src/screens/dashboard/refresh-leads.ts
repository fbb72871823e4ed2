import {
  getGetDailyCountsQueryKey,
  getGetLeadSourceCountsQueryKey,
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
  getGetLeadSourceCountsQueryKey(),
  getGetLeadTrendsQueryKey(),
  getGetDailyCountsQueryKey(),
]

/** Reloads the list and every figure about it. */
export function refreshLeads(queryClient: QueryClient): void {
  forgetArrivals('leads')
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
}
