import type { Client } from 'pg'
import { listen, type Listening } from './listen.ts'

const retryMs = 1_000

interface Kept extends Omit<Listening, 'onLost'> {
  /** Called whenever it is subscribed, at first and again after the connection broke. */
  onListening?: () => void
}

/**
 * Subscribes to these channels, and again after each lost connection, until the returned function is called. Notifications in
 * between are missed, so the listener must also poll from time to time.
 */
export function keepListening(listening: Kept, onFailure: (error: unknown) => void): () => Promise<void> {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let connecting: Promise<Client | undefined>

  const retry = (error: unknown) => {
    if (isOver) return
    onFailure(error)
    timer = setTimeout(connect, retryMs)
  }
  const connect = () => {
    connecting = listen({ ...listening, onLost: retry }).then(
      (client) => {
        listening.onListening?.()
        return client
      },
      (error: unknown) => {
        retry(error)
        return undefined
      },
    )
  }
  connect()

  return async () => {
    isOver = true
    clearTimeout(timer)
    const client = await connecting
    await client?.end().catch(() => {})
  }
}
