import { Tabs } from '@mantine/core'
import { useSteadyRefresh } from '../../live/use-steady-refresh.ts'
import { oneOf, useUrlState } from '../../list/use-url-state.ts'
import { productionKeys } from './production-keys.ts'
import { RunsTab } from './RunsTab.tsx'
import { TrackingTab } from './TrackingTab.tsx'
import { WaitingTab } from './WaitingTab.tsx'

const tabs = ['waiting', 'runs', 'tracking'] as const

/** Each tab has its own URL. Switching tabs drops the previous tab's parameters. */
const freshTab = Object.fromEntries(
  ['status', 'run', 'q', 'only', 'ask', 'create', 'import', 'cursor', 'page'].map((name) => [name, undefined]),
)

export function ProductionScreen() {
  const url = useUrlState()
  const tab = oneOf(tabs, url.get('tab')) ?? 'waiting'
  // Pieces become ready, and are canceled, without an event.
  useSteadyRefresh(productionKeys)

  return (
    <Tabs
      value={tab}
      onChange={(next) => url.set({ ...freshTab, tab: next === 'waiting' || next === null ? undefined : next })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="waiting">Waiting</Tabs.Tab>
        <Tabs.Tab value="runs">Runs</Tabs.Tab>
        <Tabs.Tab value="tracking">Tracking</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="waiting">
        <WaitingTab />
      </Tabs.Panel>
      <Tabs.Panel value="runs">
        <RunsTab />
      </Tabs.Panel>
      <Tabs.Panel value="tracking">
        <TrackingTab />
      </Tabs.Panel>
    </Tabs>
  )
}
