import { RecentLeads } from './RecentLeads.tsx'
import { StatCards } from './StatCards.tsx'

export function DashboardScreen() {
  return (
    <>
      <StatCards />
      <RecentLeads />
    </>
  )
}
