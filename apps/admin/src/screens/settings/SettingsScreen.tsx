import { Tabs } from '@mantine/core'
import { Link } from 'react-router-dom'
import { EmptyNotice } from '../../list/EmptyNotice.tsx'
import { oneOf, useUrlState } from '../../list/use-url-state.ts'
import { paths } from '../../paths.ts'
import { useIsOwner } from '../../session/use-is-owner.ts'
import { CrmTab } from './CrmTab.tsx'
import { SignInsTab } from './SignInsTab.tsx'
import { StaffTab } from './StaffTab.tsx'

const tabs = ['staff', 'crm', 'sign-ins'] as const

/** Each tab has an address of its own; going to another one leaves its filters behind. */
const freshTab = { person: undefined, outcome: undefined, edit: undefined, cursor: undefined, page: undefined }

export function SettingsScreen() {
  const isOwner = useIsOwner()
  return isOwner ? <Settings /> : <OwnersOnly />
}

function OwnersOnly() {
  return (
    <EmptyNotice title="Only owners can open the settings">
      Ask an owner when you need a change here. Your role and your own sign-ins are under{' '}
      <Link to={paths.account}>Your account</Link>.
    </EmptyNotice>
  )
}

function Settings() {
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
        <Tabs.Tab value="sign-ins">Sign-ins</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="staff">
        <StaffTab />
      </Tabs.Panel>
      <Tabs.Panel value="crm">
        <CrmTab />
      </Tabs.Panel>
      <Tabs.Panel value="sign-ins">
        <SignInsTab />
      </Tabs.Panel>
    </Tabs>
  )
}
