import { useEffect } from 'react'
import { signInAgain } from './sign-in-again.ts'

const channelName = 'session'

/** Tells the other tabs of this browser that the session ends. */
export function announceSignOut(): void {
  const channel = new BroadcastChannel(channelName)
  // Takes no target origin: only pages of this one hear a channel.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage('signed out')
  channel.close()
}

/** Leaves for the sign-in page when another tab signed out. */
export function useSignOutElsewhere(): void {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', signInAgain)
    return () => channel.close()
  }, [])
}
