import { ScreenTabs } from '../../list/ScreenTabs.tsx'
import { useSteadyRefresh } from '../../live/use-steady-refresh.ts'
import { productionKeys } from './production-keys.ts'
import { RunsTab } from './RunsTab.tsx'
import { TrackingTab } from './TrackingTab.tsx'
import { WaitingTab } from './WaitingTab.tsx'

const tabs = {
  waiting: ['Waiting', WaitingTab],
  runs: ['Runs', RunsTab],
  tracking: ['Tracking', TrackingTab],
} as const

export function ProductionScreen() {
  // No live event announces pieces that become ready or are canceled.
  useSteadyRefresh(productionKeys)
  return <ScreenTabs tabs={tabs} />
}
