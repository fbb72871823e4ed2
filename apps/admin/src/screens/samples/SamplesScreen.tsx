import { Tabs } from '@mantine/core'
import { oneOf, useUrlState } from '../../list/use-url-state.ts'
import { wholeRequestList } from './request-filter.ts'
import { RequestsTab } from './RequestsTab.tsx'
import { TemplatesTab } from './TemplatesTab.tsx'

const tabs = ['templates', 'requests'] as const

/** Each tab has its own URL. Switching tabs drops the previous tab's filters. */
const freshTab = { ...wholeRequestList, edit: undefined }

export function SamplesScreen() {
  const url = useUrlState()
  const tab = oneOf(tabs, url.get('tab')) ?? 'templates'

  return (
    <Tabs
      value={tab}
      onChange={(next) => url.set({ ...freshTab, tab: next === 'requests' ? next : undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="templates">Sample Templates</Tabs.Tab>
        <Tabs.Tab value="requests">Sample Requests</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="templates">
        <TemplatesTab />
      </Tabs.Panel>
      <Tabs.Panel value="requests">
        <RequestsTab />
      </Tabs.Panel>
    </Tabs>
  )
}
