import { useEffect } from 'react'
import { dropDrafts } from './drafts.ts'
import { signInAgain } from './sign-in-again.ts'

const channelName = 'session'

/** On sign-out, drops the drafts in this tab and notifies the browser's other tabs. */
export function announceSignOut(): void {
  dropDrafts()
  const channel = new BroadcastChannel(channelName)
  // A broadcast channel takes no target origin: it only reaches pages of this origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage('signed out')
  channel.close()
}

/** Goes to the sign-in page when another tab signs out. */
export function useSignOutElsewhere(): void {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', signInAgain)
    return () => channel.close()
  }, [])
}
