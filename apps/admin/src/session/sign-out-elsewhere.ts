import { announce, useAnnouncements } from '@app/ui/session-channel'
import { dropDrafts } from './drafts.ts'
import { signInAgain } from './sign-in-again.ts'

const channelName = 'session'

/** On sign-out, drops the drafts in this tab and notifies the browser's other tabs. */
export function announceSignOut(): void {
  dropDrafts()
  announce(channelName, 'signed out')
}

/** Goes to the sign-in page when another tab signs out. */
export const useSignOutElsewhere = (): void => useAnnouncements(channelName, signInAgain)
