import type { StaffHandlers } from '../context.ts'
import { arrivedSince } from './live.queries.ts'

export const liveHandlers: StaffHandlers<'streamEvents'> = {
  async streamEvents({ query: { since } }, { em, streams, sessionKey }) {
    return streams.open(sessionKey, async () => (since === undefined ? [] : arrivedSince(em, since)))
  },
}
