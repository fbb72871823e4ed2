import { useEffect } from 'react'

type Message = 'signed in' | 'signed out'

/** Notifies the browser's other tabs. Each app has its own channel. */
export function announce(channelName: string, message: Message): void {
  const channel = new BroadcastChannel(channelName)
  // A broadcast channel takes no target origin: it only reaches pages of this origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message)
  channel.close()
}

/** Listens to the other tabs. The listener must stay the same. */
export function useAnnouncements(channelName: string, listener: (message: Message) => void): void {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => listener(data))
    return () => channel.close()
  }, [channelName, listener])
}
