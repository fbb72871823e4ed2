import { getStreamEventsUrl, type LiveEvent } from './generated/index.ts'
import { apiUrl } from './request.ts'

/** All tabs of this browser: one of them holds the lock and reads, the others hear it on the channel. */
const sharedName = 'live-events'

const firstPauseMs = 1_000
const longestPauseMs = 60_000

/** Longer with each failure, and never the same for two readers that lost the same server. */
const pauseMs = (failures: number) => Math.min(longestPauseMs, firstPauseMs * 2 ** failures) * (0.5 + Math.random() / 2)

/**
 * Hears what arrives on the server until the returned function is called. The one call that no generated hook can make:
 * an answer that never ends. A browser has six connections to a host, so its tabs share one stream; when it breaks it
 * is opened again after a pause, and brings what was missed.
 */
export function hearLiveEvents(hear: (event: LiveEvent) => void): () => void {
  const closing = new AbortController()
  const channel = new BroadcastChannel(sharedName)
  let lastAt: string | undefined

  const note = (event: LiveEvent) => {
    lastAt = event.at
    hear(event)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<LiveEvent>) => note(data))

  const read = () =>
    readEvents({
      since: () => lastAt,
      signal: closing.signal,
      hear(event) {
        // Takes no target origin: only pages of this one hear a channel.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        channel.postMessage(event)
        note(event)
      },
    })
  // Absent where the page did not come over TLS: then each tab reads for itself.
  const locks = navigator.locks as LockManager | undefined
  if (locks) locks.request(sharedName, { signal: closing.signal }, read).catch(() => {})
  else void read()

  return () => {
    closing.abort()
    channel.close()
  }
}

interface Reading {
  since: () => string | undefined
  hear: (event: LiveEvent) => void
  signal: AbortSignal
}

/** Reads until the signal, or until the session has ended. */
const readEvents = ({ since, hear, signal }: Reading): Promise<void> =>
  new Promise((resolve) => {
    let failures = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let source: EventSource | undefined

    const stop = () => {
      clearTimeout(timer)
      source?.close()
      resolve()
    }
    const connect = () => {
      const at = since()
      source = new EventSource(apiUrl(getStreamEventsUrl(at ? { since: at } : {})), { withCredentials: true })
      source.addEventListener('message', ({ data }: MessageEvent<string>) => {
        failures = 0
        // The contract says what an event holds.
        const event = JSON.parse(data) as LiveEvent
        hear(event)
        if (event.kind === 'signed_out') stop()
      })
      source.addEventListener('error', () => {
        // Its own way of opening again knows neither longer pauses nor what was seen last.
        source?.close()
        timer = setTimeout(connect, pauseMs(failures))
        failures += 1
      })
    }
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    else connect()
  })
