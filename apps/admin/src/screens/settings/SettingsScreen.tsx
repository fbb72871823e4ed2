import { Tabs } from '@mantine/core'
import { oneOf, useUrlState } from '../../list/use-url-state.ts'
import { AccessTab } from './AccessTab.tsx'
import { CrmTab } from './CrmTab.tsx'
import { MessagesTab } from './MessagesTab.tsx'
import { SignInsTab } from './SignInsTab.tsx'
import { StaffTab } from './StaffTab.tsx'

const tabs = ['staff', 'crm', 'messages', 'sign-ins', 'access'] as const

/** Each tab has its own URL. Switching tabs drops the previous tab's filters. */
const freshTab = {
  person: undefined,
  outcome: undefined,
  kind: undefined,
  record: undefined,
  status: undefined,
  edit: undefined,
  cursor: undefined,
  page: undefined,
}

export function SettingsScreen() {
  const url = useUrlState()
  const tab = oneOf(tabs, url.get('tab')) ?? 'staff'

  return (
    <Tabs
      value={tab}
      onChange={(next) => url.set({ ...freshTab, tab: next === 'staff' ? undefined : (next ?? undefined) })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="staff">Staff</Tabs.Tab>
        <Tabs.Tab value="crm">CRM</Tabs.Tab>
        <Tabs.Tab value="messages">Messages</Tabs.Tab>
        <Tabs.Tab value="sign-ins">Sign-ins</Tabs.Tab>
        <Tabs.Tab value="access">Access</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="staff">
        <StaffTab />
      </Tabs.Panel>
      <Tabs.Panel value="crm">
        <CrmTab />
      </Tabs.Panel>
      <Tabs.Panel value="messages">
        <MessagesTab />
      </Tabs.Panel>
      <Tabs.Panel value="sign-ins">
        <SignInsTab />
      </Tabs.Panel>
      <Tabs.Panel value="access">
        <AccessTab />
      </Tabs.Panel>
    </Tabs>
  )
}
