import { Tabs } from '@mantine/core'
import { oneOf, useUrlState } from '../../list/use-url-state.ts'
import { KeysTab } from './KeysTab.tsx'
import { ProofsTab } from './ProofsTab.tsx'
import { useSteadyRefresh } from '../../live/use-steady-refresh.ts'
import { printKeys } from './print-keys.ts'

const tabs = ['proofs', 'keys'] as const

/** Each tab has its own URL. Switching tabs drops the previous tab's filters. */
const freshTab = { days: undefined, state: undefined, cursor: undefined, page: undefined }

export function PrintScreen() {
  const url = useUrlState()
  const tab = oneOf(tabs, url.get('tab')) ?? 'proofs'
  useSteadyRefresh(printKeys)

  return (
    <Tabs
      value={tab}
      onChange={(next) => url.set({ ...freshTab, tab: next === 'keys' ? next : undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="proofs">Proofs</Tabs.Tab>
        <Tabs.Tab value="keys">Sandbox Keys</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="proofs">
        <ProofsTab />
      </Tabs.Panel>
      <Tabs.Panel value="keys">
        <KeysTab />
      </Tabs.Panel>
    </Tabs>
  )
}
