import { ArrivalChart } from './ArrivalChart.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { RecentLeads } from './RecentLeads.tsx'
import { StatCards } from './StatCards.tsx'
import { useIsFresh } from './use-is-fresh.ts'

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
