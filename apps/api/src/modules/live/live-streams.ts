import { Readable } from 'node:stream'
import type { Client } from 'pg'
import type { LiveEvent } from '@app/contract'
import { listen } from '../../db/listen.ts'
import { ProblemError } from '../../errors.ts'
import { sessionEndedChannel } from '../staff/session-lifetime.ts'
import { livingSessionKeys } from '../staff/sessions.queries.ts'
import { arrivalChannel } from './arrivals.ts'

type News = Omit<LiveEvent, 'at'>

export interface LiveStreams {
  /**
   * What arrives from now on, as a stream of events that begins with `ready` and what `missed` finds.
   * @throws {ProblemError} 429 when the session has as many as it may have, 503 when this process is about to end.
   */
  open(sessionKey: string, missed: () => Promise<News[]>): Promise<Readable>
  /** Ends all streams, for good. */
  close(): Promise<void>
}

interface Settings {
  databaseUrl: string
  onFailure: (error: unknown) => void
  /** Time between looks at whether the sessions still live. */
  checkMs?: number
}

/** Browsers allow six connections to a host; the other three are for everything else. */
const maxStreamsOfASession = 3
/** A reader that has left this many events lying is let go. */
const maxUnread = 100

const nothing = { count: 0, ids: [] }

/**
 * The open streams of this process, behind one connection that listens to the database. It is opened for the first
 * reader and closed a while after the last. When it breaks all streams end: readers come back and name what they saw
 * last, so that nothing is missed.
 */
export function liveStreams({ databaseUrl, onFailure, checkMs = 15_000 }: Settings): LiveStreams {
  const readers = new Map<Readable, { sessionKey: string }>()
  let connection: Promise<Client> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const send = (stream: Readable, news: News) => {
    stream.push({ ...news, at: new Date().toISOString() } satisfies LiveEvent)
    if (stream.readableLength > maxUnread) stream.destroy()
  }

  const end = (stream: Readable) => {
    readers.delete(stream)
    stream.push(null)
  }

  const signOut = (isOver: (sessionKey: string) => boolean) => {
    for (const [stream, { sessionKey }] of readers) {
      if (!isOver(sessionKey)) continue
      send(stream, { kind: 'signed_out', ...nothing })
      end(stream)
    }
  }

  const hear = (channel: string, payload: string) => {
    if (channel === sessionEndedChannel) signOut((sessionKey) => sessionKey === payload)
    // Only announceArrivals() speaks on the other channel.
    else for (const stream of readers.keys()) send(stream, JSON.parse(payload) as News)
  }

  const hangUp = async () => {
    const ending = connection
    connection = undefined
    clearInterval(timer)
    for (const stream of readers.keys()) end(stream)
    // One that never came up has told its reader so.
    const client = await ending?.catch(() => undefined)
    await client?.end().catch(onFailure)
  }

  const lose = (error: unknown) => {
    onFailure(error)
    return hangUp()
  }

  /** Says goodbye to sessions that ended without a word, and notices a connection that died without one. */
  const check = async (client: Client) => {
    if (readers.size === 0) return hangUp()
    const keys = new Set([...readers.values()].map(({ sessionKey }) => sessionKey))
    const living = new Set(await livingSessionKeys(client, [...keys]))
    return signOut((sessionKey) => keys.has(sessionKey) && !living.has(sessionKey))
  }

  const connect = async () => {
    const channels = [arrivalChannel, sessionEndedChannel]
    const client = await listen({ databaseUrl, channels, hear, onLost: (error) => void lose(error) })
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
    async open(sessionKey, missed) {
      await isConnected()
      if (isClosed) throw new ProblemError(503, 'unavailable', 'This server is about to end.', { retryAfterSeconds: 1 })
      if ([...readers.values()].filter((reader) => reader.sessionKey === sessionKey).length >= maxStreamsOfASession) {
        throw new ProblemError(429, 'too_many_streams', 'This session has enough streams.', { retryAfterSeconds: 60 })
      }
      const stream: Readable = new Readable({
        objectMode: true,
        read() {},
        destroy(error, done) {
          readers.delete(stream)
          done(error)
        },
      })
      readers.set(stream, { sessionKey })
      send(stream, { kind: 'ready', ...nothing })
      try {
        // Asked while the stream listens already: nothing falls between the two.
        for (const news of await missed()) send(stream, news)
      } catch (error) {
        stream.destroy()
        throw error
      }
      return stream
    },

    async close() {
      isClosed = true
      await hangUp()
    },
  }
}
