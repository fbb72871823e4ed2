import { ArrivalChart } from './ArrivalChart.tsx'
import { RecentLeads } from './RecentLeads.tsx'
import { StatCards } from './StatCards.tsx'

export function DashboardScreen() {
  return (
    <>
      <StatCards />
      <ArrivalChart />
      <RecentLeads />
    </>
  )
}
