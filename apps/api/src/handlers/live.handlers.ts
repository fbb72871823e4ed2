import type { Handlers } from './context.ts'
import { arrivedSince } from '../modules/live/live.queries.ts'

export const liveHandlers = {
  async streamEvents({ query: { since } }, { em, streams, sessionKey, staff }) {
    return streams.open({ sessionKey, staffId: staff.id }, async () =>
      since === undefined ? [] : arrivedSince(em, since),
    )
  },
} satisfies Handlers
