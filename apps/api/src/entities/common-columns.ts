import { randomUUIDv7 } from 'node:crypto'
import { p } from '@mikro-orm/core'

/** A primary key that sorts by age. */
export const uuidKey = () =>
  p
    .uuid()
    .primary()
    .onCreate(() => randomUUIDv7())

/** A time with JavaScript's precision, so that a time that was read finds its row again. */
export const instant = () => p.datetime().columnType('timestamptz(3)')

/** The time of the insert, by the database's clock. */
export const insertedAt = () => instant().defaultRaw('now()')

/** The caller's Idempotency-Key, and the SHA-256 of the body sent with it. */
export const idempotencyColumns = (length: number) => ({
  idempotencyKey: p.string().length(length).nullable().unique(),
  idempotencyHash: p.blob().columnType('bytea').nullable(),
})

/** A text restricted to these values by a check constraint. */
export const oneOf = <const Value extends string>(column: string, length: number, values: readonly Value[]) =>
  p
    .string()
    .length(length)
    .$type<Value>()
    .check(`${column} in ('${values.join("', '")}')`)

/** An index expression in SQL, which follows the table's name. Called once every entity is defined. */
export const indexOn =
  (text: () => string) =>
  (_columns: object, { name: table }: { name: string }, name: string) =>
    `create index "${name}" on "${table}" ${text()}`

/** A trigger that a migration creates. It runs after each statement with this event. */
export const triggerOf = (name: string, event: 'update' | 'delete', migration: string) => ({
  name,
  timing: 'after' as const,
  events: [event],
  forEach: 'statement' as const,
  expression: `migrations/first-schema/${migration}`,
})

/**
 * Deletes a record's changes along with the record, on erasure, retention, or undo of an import. A record type has the
 * name of its table.
 */
export const forgetsChanges = (table: 'lead' | 'sample_request') =>
  triggerOf(`${table}_forget_changes`, 'delete', 'staff.ts')
