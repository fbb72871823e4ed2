import { ScreenTabs } from '../../list/ScreenTabs.tsx'
import { AccessTab } from './AccessTab.tsx'
import { CrmTab } from './CrmTab.tsx'
import { MessagesTab } from './MessagesTab.tsx'
import { SignInsTab } from './SignInsTab.tsx'
import { StaffTab } from './StaffTab.tsx'

const tabs = {
  staff: ['Staff', StaffTab],
  crm: ['CRM', CrmTab],
  messages: ['Messages', MessagesTab],
  'sign-ins': ['Sign-ins', SignInsTab],
  access: ['Access', AccessTab],
} as const

export const SettingsScreen = () => <ScreenTabs tabs={tabs} />
