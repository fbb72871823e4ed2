import { createHash } from 'node:crypto'
import type { EntityManager, EntitySchemaWithMeta } from '@mikro-orm/postgresql'
import type { CreatedRecord } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { ProblemError } from '../errors/errors.ts'
import { batchedInsert, type Computed as ComputedSql, type InsertRow } from './batched-insert.ts'
import { type Connection, type NewRowOf, poolOf, reader, columns, table, instantText } from './sql.ts'
import { rememberTrace } from './record-traces.ts'

interface KeyedProperties {
  id: unknown
  createdAt: unknown
  idempotencyKey: unknown
  idempotencyHash: unknown
}

/** An entity whose records are stored once per idempotency key. */
type KeyedEntity = EntitySchemaWithMeta & { properties: KeyedProperties }

/** The columns that storeOnce() adds to a row. */
type Added = 'idempotencyKey' | 'idempotencyHash'

/** Stores records of one entity, and finds a record by its key. */
export interface IdempotentInsert<Entity extends KeyedEntity, Computed extends string = never> {
  insert: InsertRow
  entity: Entity
  /** SQL for properties that the database computes. */
  computed: Readonly<Record<Computed, ComputedSql[string]>>
}

export function idempotentInsert<Entity extends KeyedEntity>(entity: Entity): IdempotentInsert<Entity>
/** @param computed SQL for properties that the database computes from columns of the same row. */
export function idempotentInsert<Entity extends KeyedEntity, Computed extends keyof NewRowOf<Entity> & string>(
  entity: Entity,
  computed: Readonly<Record<Computed, ComputedSql[string]>>,
): IdempotentInsert<Entity, Computed>
export function idempotentInsert(entity: KeyedEntity, computed: ComputedSql = {}) {
  return { entity, computed, insert: batchedInsert(entity, computed) }
}

const found = reader(
  Type.Object({ id: Type.String(), createdAt: Type.String(), hash: Type.Union([Type.String(), Type.Null()]) }),
)

interface KeyedRecord<Entity extends KeyedEntity, Computed extends string> {
  /** The body as the caller sent it. A different body with the same key is rejected. */
  body: object
  key: string | undefined
  row: Omit<NewRowOf<Entity>, Added | Computed> & { id: string }
}

/** The response, and whether this call stored it. */
export interface Stored {
  receipt: CreatedRecord
  isNew: boolean
}

/** The 422 for an Idempotency-Key that was used with another body. */
export const keyReused = () =>
  new ProblemError(422, 'idempotency_key_reused', 'This Idempotency-Key was already used with a different body.')

/** The SHA-256 of a body in hex, regardless of the order of its members. */
export const bodyHash = (body: object): string => createHash('sha256').update(canonicalJson(body)).digest('hex')

/**
 * Stores a record in one round trip. Repeating a key returns the same response.
 * @throws {ProblemError} 422 when the key was used with another body.
 */
export async function storeOnce<Entity extends KeyedEntity, Computed extends string>(
  em: EntityManager,
  { insert, entity }: IdempotentInsert<Entity, Computed>,
  { body, key, row }: KeyedRecord<Entity, Computed>,
): Promise<Stored> {
  const hash = key === undefined ? null : bodyHash(body)
  const pool = await poolOf(em)
  const stored = await insert(pool, { ...row, idempotencyKey: key ?? null, idempotencyHash: hash && `\\x${hash}` })
  if (stored) {
    rememberTrace(pool, row.id)
    return { receipt: stored, isNew: true }
  }
  const first = key === undefined ? undefined : await storedUnder(pool, entity, [key], body)
  if (!first) throw keyReused()
  return first
}

/**
 * The record that was stored under one of these keys.
 * @throws {ProblemError} 422 when the key was used with another body.
 */
export async function storedUnder(
  db: Connection,
  entity: KeyedEntity,
  keys: readonly string[],
  body: object,
): Promise<Stored | undefined> {
  const { id, createdAt, idempotencyKey, idempotencyHash } = columns<KeyedProperties>(entity)
  const [first] = await found(
    db,
    sql`select ${id} as id, ${instantText(createdAt)} as "createdAt", encode(${idempotencyHash}, 'hex') as hash
          from ${table(entity)} where ${idempotencyKey} = any(${keys})`,
  )
  if (!first) return undefined
  if (bodyHash(body) !== first.hash) throw keyReused()
  return { receipt: { id: first.id, createdAt: first.createdAt }, isNew: false }
}

const sortedEntries = (value: object) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))

/** Sorts members at every depth. */
const canonicalJson = (body: object): string =>
  JSON.stringify(sortedEntries(body), (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(sortedEntries(value))
      : value,
  )
