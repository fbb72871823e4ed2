import { useGetDailyCounts, useGetLeadStatusCounts } from '@app/api-client'
import { useArrivalCount } from '../../cache/arrivals.ts'
import { chartPeriods } from '../../charts/daily-series.ts'
import { ArrivalChart } from './ArrivalChart.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { RecentLeads } from './RecentLeads.tsx'
import { StatCards } from './StatCards.tsx'

export function DashboardScreen() {
  const isFresh = useIsFresh()
  return (
    <>
      <StatCards />
      {isFresh ? <FirstSteps /> : <ArrivalChart />}
      <RecentLeads />
    </>
  )
}

/** True if there are no leads, and no sample requests in the chart's first period. Shares the chart's query. */
function useIsFresh(): boolean {
  const counts = useGetLeadStatusCounts().data?.data
  const hasNoLeads = counts?.length === 0
  const daily = useGetDailyCounts({ days: chartPeriods[0].days }, { query: { enabled: hasNoLeads } }).data?.data
  const arrived = useArrivalCount('leads', [])
  return hasNoLeads && daily?.sampleRequests.length === 0 && arrived === 0
}
