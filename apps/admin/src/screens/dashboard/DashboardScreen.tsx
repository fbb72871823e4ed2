import { ScreenTitle } from '../../layout/ScreenTitle.tsx'
import { RecentLeads } from './RecentLeads.tsx'
import { StatCards } from './StatCards.tsx'

export function DashboardScreen() {
  return (
    <>
      <ScreenTitle>Dashboard</ScreenTitle>
      <StatCards />
      <RecentLeads />
    </>
  )
}
