import { announce, useAnnouncements } from '@app/ui/session-channel'
import { dropDrafts } from './drafts.ts'
import { signInAgain } from './sign-in-again.ts'

const channelName = 'session'

/**
 * When the page unloads for the sign-out, drops the drafts in this tab and notifies the browser's other tabs. With unsaved
 * text, the browser shows a prompt first, and any input afterwards means that the user stayed.
 */
export function announceSignOut(): void {
  const stay = new AbortController()
  const { signal } = stay
  const leave = () => {
    dropDrafts()
    announce(channelName, 'signed out')
  }
  addEventListener('pagehide', leave, { signal })
  for (const input of ['pointerdown', 'keydown']) addEventListener(input, () => stay.abort(), { capture: true, signal })
}

/** Goes to the sign-in page when another tab signs out. */
export const useSignOutElsewhere = (): void => useAnnouncements(channelName, signInAgain)
