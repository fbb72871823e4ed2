import { Tabs } from '@mantine/core'
import { oneOf, useUrlState } from '../../list/use-url-state.ts'
import { InboxTab } from './InboxTab.tsx'
import { ReplyTemplatesTab } from './ReplyTemplatesTab.tsx'
import { RulesTab } from './RulesTab.tsx'

const tabs = ['inbox', 'rules', 'replies'] as const

/** Each tab has its own URL. Switching tabs drops the previous tab's parameters. */
const freshTab = { unread: undefined, edit: undefined, cursor: undefined, page: undefined }

/** The inbox, the notification rules, and the reply templates. */
export function NotificationsScreen() {
  const url = useUrlState()
  const tab = oneOf(tabs, url.get('tab')) ?? 'inbox'

  return (
    <Tabs
      value={tab}
      onChange={(next) => url.set({ ...freshTab, tab: next === 'inbox' ? undefined : (next ?? undefined) })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="inbox">Inbox</Tabs.Tab>
        <Tabs.Tab value="rules">Rules</Tabs.Tab>
        <Tabs.Tab value="replies">Reply templates</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="inbox">
        <InboxTab />
      </Tabs.Panel>
      <Tabs.Panel value="rules">
        <RulesTab />
      </Tabs.Panel>
      <Tabs.Panel value="replies">
        <ReplyTemplatesTab />
      </Tabs.Panel>
    </Tabs>
  )
}
