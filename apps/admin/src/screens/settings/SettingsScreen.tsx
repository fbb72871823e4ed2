import { ScreenTabs } from '../../list/ScreenTabs.tsx'
import { AccessTab } from './AccessTab.tsx'
import { CrmTab } from './CrmTab.tsx'
import { LeadRoutingForm } from './LeadRoutingForm.tsx'
import { MessageLog } from './MessageLog.tsx'
import { SignInsTab } from './SignInsTab.tsx'
import { StaffTab } from './StaffTab.tsx'
import { TargetList } from './TargetList.tsx'

/** Settings for new leads and sent samples, message targets, and the log of messages. */
const MessagesTab = () => (
  <>
    <LeadRoutingForm />
    <TargetList />
    <MessageLog />
  </>
)

const tabs = {
  staff: ['Staff', StaffTab],
  crm: ['CRM', CrmTab],
  messages: ['Messages', MessagesTab],
  'sign-ins': ['Sign-ins', SignInsTab],
  access: ['Access', AccessTab],
} as const

export const SettingsScreen = () => <ScreenTabs tabs={tabs} />
