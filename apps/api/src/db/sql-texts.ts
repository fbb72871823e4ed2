import { type RawBuilder, sql } from 'kysely'

/** A timestamptz as ISO 8601 text in UTC. Drivers and query builders read dates differently, but not text. */
export const instantText = (instant: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A date as YYYY-MM-DD. */
export const dateText = (date: RawBuilder<unknown>): RawBuilder<string> => sql`to_char(${date}, 'YYYY-MM-DD')`
