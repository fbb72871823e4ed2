import { useGetDailyCounts, useGetLeadStatusCounts } from '@app/api-client'
import { useArrivalCount } from '../../live/arrivals.ts'
import { chartPeriods } from './daily-series.ts'

/** Nothing has ever come from the site, so there is nothing to draw. The chart has asked for its days anyway. */
export function useIsFresh(): boolean {
  const counts = useGetLeadStatusCounts().data?.data
  const hasNoLeads = counts?.length === 0
  const daily = useGetDailyCounts({ days: chartPeriods[0].days }, { query: { enabled: hasNoLeads } }).data?.data
  const arrived = useArrivalCount('leads', [])
  return hasNoLeads && daily?.sampleRequests.length === 0 && arrived === 0
}
