import type { Handlers } from './context.ts'
import { arrivedSince } from '../modules/live/live.queries.ts'

export const liveHandlers = {
  streamEvents: ({ query: { since } }, { em, streams, sessionKey, staff }) =>
    streams.open({ sessionKey, staffId: staff.id }, async () => (since === undefined ? [] : arrivedSince(em, since))),
} satisfies Handlers
