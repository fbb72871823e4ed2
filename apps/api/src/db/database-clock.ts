import { sql } from 'kysely'

// All expiry uses the database's clock: the clocks of several instances differ.

/** The time of the running transaction. */
export const now = sql<Date>`now()`

export const hoursFromNow = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours})`

export const minutesAgo = (minutes: number) => sql<Date>`now() - make_interval(mins => ${minutes})`

export const msFromNow = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms}::float8 / 1000)`

export const minutesFromNow = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`

export const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

export const daysFromNow = (days: number) => sql<Date>`now() + make_interval(days => ${days})`
