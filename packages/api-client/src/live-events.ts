import { getStreamEventsUrl, type LiveEvent } from './generated/index.ts'
import { apiUrl } from './request.ts'

/**
 * Names the lock and the channel. The tab that holds the lock reads the stream, and the others receive its events on
 * the channel.
 */
const sharedName = 'live-events'

const firstPauseMs = 1_000
const longestPauseMs = 60_000

/** A broken stream usually reconnects within seconds. After this many failed attempts in a row, it counts as interrupted. */
const interruptedAfter = 3

/** Exponential backoff with jitter, so that clients don't all reconnect at the same time after an outage. */
const pauseMs = (failures: number) => Math.min(longestPauseMs, firstPauseMs * 2 ** failures) * (0.5 + Math.random() / 2)

/**
 * Subscribes to the server's events until the returned function is called. No generated hook can do this, because the
 * response never ends. A browser opens at most six connections to a host, so its tabs share one stream. A broken stream
 * is reopened after a pause, which grows to up to a minute, and then delivers the missed events. `onInterruption` is
 * called when the stream stays down, and when it is back. `isFirst` is true for the first event of a stream that this
 * tab opened immediately, because no event can have been missed before it.
 */
export function subscribeToLiveEvents(
  onEvent: (event: LiveEvent, isFirst: boolean) => void,
  onInterruption: (isInterrupted: boolean) => void = () => {},
): () => void {
  const closing = new AbortController()
  const channel = new BroadcastChannel(sharedName)
  let lastAt: string | undefined
  let isFirst = true

  const receive = (event: LiveEvent) => {
    lastAt = event.at
    onEvent(event, isFirst)
    isFirst = false
  }
  channel.addEventListener('message', ({ data }: MessageEvent<LiveEvent | boolean>) => {
    isFirst = false
    if (typeof data === 'boolean') onInterruption(data)
    else receive(data)
  })

  const read = () =>
    readEvents({
      since: () => lastAt,
      signal: closing.signal,
      onInterruption(isInterrupted) {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as below
        channel.postMessage(isInterrupted)
        onInterruption(isInterrupted)
      },
      onEvent(event) {
        // A BroadcastChannel takes no target origin: it reaches only pages of its own origin.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        channel.postMessage(event)
        receive(event)
      },
    })
  // The type declares `locks` on every page, but it is missing without TLS. Each tab then opens its own stream.
  const locks = navigator.locks as LockManager | undefined
  const readLater = () => {
    isFirst = false
    return read()
  }
  const readOrWait = (lock: Lock | null) =>
    lock ? read() : locks?.request(sharedName, { signal: closing.signal }, readLater)
  if (locks) locks.request(sharedName, { ifAvailable: true }, readOrWait).catch(() => {})
  else void read()

  return () => {
    closing.abort()
    channel.close()
  }
}

interface Subscription {
  /** The time of the last received event. */
  since: () => string | undefined
  onEvent: (event: LiveEvent) => void
  onInterruption: (isInterrupted: boolean) => void
  signal: AbortSignal
}

/** Reads the stream until the signal aborts it or the session ends. */
const readEvents = ({ since, onEvent, onInterruption, signal }: Subscription): Promise<void> =>
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
      let isOpen = false
      source = new EventSource(apiUrl(getStreamEventsUrl(at ? { since: at } : {})), { withCredentials: true })
      source.addEventListener('message', ({ data }: MessageEvent<string>) => {
        // The tab that read before this one may have reported an interruption.
        if (!isOpen) onInterruption(false)
        isOpen = true
        failures = 0
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The server sends what the contract calls a LiveEvent.
        const event = JSON.parse(data) as LiveEvent
        onEvent(event)
        if (event.kind === 'signed_out') stop()
      })
      source.addEventListener('error', () => {
        // EventSource would reconnect by itself, but without backoff and without requesting missed events.
        source?.close()
        timer = setTimeout(connect, pauseMs(failures))
        failures += 1
        if (failures === interruptedAfter) onInterruption(true)
      })
    }
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    else connect()
  })
