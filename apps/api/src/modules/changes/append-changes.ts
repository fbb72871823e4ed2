import { randomUUIDv7, createHash } from 'node:crypto'
import type { LiveEvent, StaffUser } from '@app/contract'
import { announceChange } from '../announcements/live-channel.ts'
import { insertRows } from '../../db/many-rows.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { RecordChangeEntity } from '../../entities/changes.entity.ts'
import type { Values } from '../../entities/values.ts'
import type { Actor } from './record-type.ts'
import { currentTime } from './stored-records.ts'
import { oneAtATime } from '../../db/sql.ts'

export interface NewChange {
  recordType: string
  recordId: string | null
  recordName?: string | undefined
  action: string
  version?: number | undefined
  before: Values
  after: Values
  /** Hash of the caller's key and account, for idempotent writes. */
  idempotencyKey?: string | undefined
}

export interface ChangeGroup {
  groupId: string
  actor: Actor
  /** ISO text. */
  at: string
  /** The group that is being undone. */
  reverts?: string | undefined
}

/** Appends to the history in the caller's transaction. Returns the ids of the changes. */
export async function appendChanges(
  transaction: EntityManager,
  { groupId, actor, at, reverts }: ChangeGroup,
  changes: readonly NewChange[],
): Promise<string[]> {
  const rows = changes.map(({ recordName, version, idempotencyKey, ...change }) => ({
    ...change,
    id: randomUUIDv7(),
    createdAt: at,
    groupId,
    recordName: recordName ?? null,
    version: version ?? null,
    actorId: actor.id,
    actor: actor.name,
    reverts: reverts ?? null,
    idempotencyKey: idempotencyKey ?? null,
  }))
  await insertRows(transaction, RecordChangeEntity, rows)
  return rows.map(({ id }) => id)
}

type NewEvent = Omit<NewChange, 'before' | 'after'> & Partial<Pick<NewChange, 'before' | 'after'>>

/**
 * Appends and publishes one change that is not an edit of fields, like a note or an event of an account. It cannot be undone.
 * @param published the records that live events name; the record itself by default
 */
export async function appendEvent(
  transaction: EntityManager,
  actor: Actor,
  live: NonNullable<LiveEvent['changed']>,
  { before = {}, after = {}, ...event }: NewEvent,
  published?: readonly { id: string }[],
): Promise<{ id: string; at: string }> {
  const at = await currentTime(transaction)
  const [id = ''] = await appendChanges(transaction, { groupId: randomUUIDv7(), actor, at }, [
    { ...event, before, after },
  ])
  await announceChange(transaction, live, published ?? [{ id: event.recordId ?? id }])
  return { id, at }
}

/** Prefixes a caller's idempotency key with the account, so that it never matches another account's record. */
export const storedKey = (staff: StaffUser, key: string): string =>
  createHash('sha256').update(`${staff.id} ${key}`).digest('hex')

/** The change that was made with this key. Two requests with the same key run one after the other. */
export async function changeOfKey(transaction: EntityManager, key: string) {
  await oneAtATime(transaction, key)
  return tables(transaction)
    .selectFrom('record_change')
    .select(['id', 'createdAt', 'recordId', 'after'])
    .where('idempotencyKey', '=', key)
    .executeTakeFirst()
}
