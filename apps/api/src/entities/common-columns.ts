import { randomUUIDv7 } from 'node:crypto'
import { p } from '@mikro-orm/core'

/** A primary key that sorts by age. */
export const uuidKey = () =>
  p
    .uuid()
    .primary()
    .onCreate(() => randomUUIDv7())

/** A time with as many digits as JavaScript has: a time that was read finds its row again. */
export const instant = () => p.datetime().columnType('timestamptz(3)')

/** The time of the insert, by the clock of the database. */
export const insertedAt = () => instant().defaultRaw('now()')
