import { useEffect } from 'react'
import { signInAgain } from './sign-in-again.ts'

const channelName = 'session'

/** Notifies the other tabs of this browser that the session ends. */
export function announceSignOut(): void {
  const channel = new BroadcastChannel(channelName)
  // A broadcast channel takes no target origin: it only reaches pages of this one.
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
