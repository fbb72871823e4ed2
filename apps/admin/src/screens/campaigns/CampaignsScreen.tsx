import { Tabs } from '@mantine/core'
import { oneOf, useUrlState } from '../../list/use-url-state.ts'
import { LinksTab } from './LinksTab.tsx'
import { PipelineTab } from './PipelineTab.tsx'
import { ReportTab } from './ReportTab.tsx'

const tabs = ['report', 'pipeline', 'links'] as const

/** Each tab has its own URL. Switching tabs drops the previous tab's parameters. */
const freshTab = Object.fromEntries(
  ['by', 'touch', 'from', 'to', 'q', 'cursor', 'page', 'edit', 'code'].map((name) => [name, undefined]),
)

export function CampaignsScreen() {
  const url = useUrlState()
  const tab = oneOf(tabs, url.get('tab')) ?? 'report'

  return (
    <Tabs
      value={tab}
      onChange={(next) => url.set({ ...freshTab, tab: next === 'report' ? undefined : (next ?? undefined) })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="report">Lead Sources</Tabs.Tab>
        <Tabs.Tab value="pipeline">Pipeline Report</Tabs.Tab>
        <Tabs.Tab value="links">Campaign Links</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="report">
        <ReportTab />
      </Tabs.Panel>
      <Tabs.Panel value="pipeline">
        <PipelineTab />
      </Tabs.Panel>
      <Tabs.Panel value="links">
        <LinksTab />
      </Tabs.Panel>
    </Tabs>
  )
}
