import { Readable } from 'node:stream'
import type { Client } from 'pg'
import { LiveEvent } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { onlyRow } from '../../db/sql.ts'
import { listen } from '../../db/listen.ts'
import { liveChannel } from '../announcements/live-channel.ts'
import { ProblemError } from '../../errors/errors.ts'
import { sessionEndedChannel } from '../sessions/session-lifetime.ts'
import { livingSessionKeys } from '../staff/sessions.queries.ts'

/** An unsent event. Sending it adds the time. */
const UnsentEvent = Type.Omit(LiveEvent, ['at'])
type UnsentEvent = Type.Static<typeof UnsentEvent>

const unsentEvents = checkedRows(UnsentEvent)

/** Undefined for an unknown kind: during a deployment, newer instances may announce other kinds. */
function readArrival(payload: string): UnsentEvent | undefined {
  try {
    return onlyRow(unsentEvents([JSON.parse(payload)]))
  } catch {
    // The caller is the database connection, where an exception would end the process.
    return undefined
  }
}

interface Subscriber {
  sessionKey: string
  staffId: string
}

interface Settings {
  databaseUrl: string
  onFailure: (error: unknown) => void
  /** Time between two checks of whether the sessions are still active. */
  checkMs?: number
  limits?: typeof streamLimits
}

export const streamLimits = {
  /** Browsers open six connections to a host. The other three remain for everything else. */
  session: 3,
  /** Sessions are free, so a limit per session alone would restrict nobody. */
  account: 12,
  /** Each stream takes a socket and some memory of this process. */
  process: 1_000,
}
/** A subscriber with this many unread events is disconnected. */
const maxUnread = 100

const nothing = { count: 0, ids: [] }

/** @throws {ProblemError} when another stream would exceed a limit. */
function refuseTooMany(open: readonly Subscriber[], { sessionKey, staffId }: Subscriber, limits: typeof streamLimits) {
  const tooMany = (status: 429 | 503, whose: string) => {
    const code = status === 429 ? 'too_many_streams' : 'busy'
    return new ProblemError(status, code, `This ${whose} has too many open event streams.`, { retryAfterSeconds: 60 })
  }
  const ofAccount = open.filter((other) => other.staffId === staffId)
  const ofSession = ofAccount.filter((other) => other.sessionKey === sessionKey)
  if (ofSession.length >= limits.session) throw tooMany(429, 'session')
  if (ofAccount.length >= limits.account) throw tooMany(429, 'account')
  if (open.length >= limits.process) throw tooMany(503, 'server')
}

function send(stream: Readable, event: UnsentEvent): void {
  stream.push({ ...event, at: new Date().toISOString() } satisfies LiveEvent)
  if (stream.readableLength > maxUnread) stream.destroy()
}

const shuttingDown = () =>
  new ProblemError(503, 'unavailable', 'This server is shutting down.', { retryAfterSeconds: 1 })

/** Open streams, by reader. */
function openStreams() {
  const subscribers = new Map<Readable, Subscriber>()
  const end = (stream: Readable) => {
    subscribers.delete(stream)
    stream.push(null)
  }
  return {
    subscribers: () => [...subscribers.values()],
    add(subscriber: Subscriber): Readable {
      const stream: Readable = new Readable({
        objectMode: true,
        read() {},
        destroy(error, done) {
          subscribers.delete(stream)
          done(error)
        },
      })
      subscribers.set(stream, subscriber)
      return stream
    },
    sendAll(event: UnsentEvent) {
      for (const stream of subscribers.keys()) send(stream, event)
    },
    signOut(isOver: (sessionKey: string) => boolean) {
      for (const [stream, { sessionKey }] of subscribers) {
        if (!isOver(sessionKey)) continue
        send(stream, { kind: 'signed_out', ...nothing })
        end(stream)
      }
    },
    endAll() {
      for (const stream of subscribers.keys()) end(stream)
    },
  }
}

/**
 * The open streams of this process, fed by one listening database connection. It opens with the first subscriber and
 * closes some time after the last one leaves. When it breaks, all streams end: subscribers reconnect with the last
 * event that they received, so that they miss nothing.
 */
export function liveStreams({ databaseUrl, onFailure, checkMs = 15_000, limits = streamLimits }: Settings) {
  const streams = openStreams()
  let connection: Promise<Client> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const onNotification = (channel: string, payload: string) => {
    if (channel === sessionEndedChannel) return streams.signOut((sessionKey) => sessionKey === payload)
    const event = readArrival(payload)
    if (event) streams.sendAll(event)
  }

  const disconnect = async () => {
    const ending = connection
    connection = undefined
    clearInterval(timer)
    streams.endAll()
    // A connection that never opened has already failed its subscriber's request.
    const client = await ending?.catch(() => undefined)
    await client?.end().catch(onFailure)
  }

  const lose = (error: unknown) => {
    onFailure(error)
    return disconnect()
  }

  /** Ends the streams of sessions that expired without a notification, and detects a connection that died silently. */
  const check = async (client: Client) => {
    const open = streams.subscribers()
    if (open.length === 0) return disconnect()
    const keys = new Set(open.map(({ sessionKey }) => sessionKey))
    const living = new Set(await livingSessionKeys(client, [...keys]))
    return streams.signOut((sessionKey) => keys.has(sessionKey) && !living.has(sessionKey))
  }

  const connect = async () => {
    const channels = [liveChannel, sessionEndedChannel]
    const client = await listen({ databaseUrl, channels, onNotification, onLost: (error) => void lose(error) })
    clearInterval(timer)
    timer = setInterval(() => void check(client).catch(lose), checkMs)
    return client
  }

  const isConnected = async () => {
    const connecting = (connection ??= connect())
    await connecting.catch((error: unknown) => {
      if (connection === connecting) connection = undefined
      throw error
    })
  }

  return {
    /**
     * Subscribes to all further events: a stream that begins with `ready` and the events of `missed`.
     * @throws {ProblemError} 429 when the session or its account has too many streams, 503 when this process has too
     * many or is shutting down.
     */
    async open(subscriber: Subscriber, missed: () => Promise<UnsentEvent[]>): Promise<Readable> {
      await isConnected()
      if (isClosed) throw shuttingDown()
      refuseTooMany(streams.subscribers(), subscriber, limits)
      const stream = streams.add(subscriber)
      send(stream, { kind: 'ready', ...nothing })
      try {
        // Queried after subscribing, so that no event is lost in between.
        for (const event of await missed()) send(stream, event)
      } catch (error) {
        stream.destroy()
        throw error
      }
      return stream
    },

    async close(): Promise<void> {
      isClosed = true
      await disconnect()
    },
  }
}
