import { useEffect } from 'react'

const name = 'member-session'

type Message = 'signed in' | 'signed out'

/** Notifies the browser's other tabs. */
export function announce(message: Message): void {
  const channel = new BroadcastChannel(name)
  // A broadcast channel takes no target origin: it only reaches pages of this origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message)
  channel.close()
}

/** Listens to the other tabs. The listener must stay the same. */
export function useAnnouncements(listener: (message: Message) => void): void {
  useEffect(() => {
    const channel = new BroadcastChannel(name)
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => listener(data))
    return () => channel.close()
  }, [listener])
}
