import { ScreenTabs } from '../../list/ScreenTabs.tsx'
import { InboxTab } from './InboxTab.tsx'
import { ReplyTemplatesTab } from './ReplyTemplatesTab.tsx'
import { RulesTab } from './RulesTab.tsx'

const tabs = {
  inbox: ['Inbox', InboxTab],
  rules: ['Rules', RulesTab],
  replies: ['Reply Templates', ReplyTemplatesTab],
} as const

/** The inbox, the notification rules, and the reply templates. */
export const NotificationsScreen = () => <ScreenTabs tabs={tabs} />
