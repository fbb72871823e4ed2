import { announceChange } from '../announcements/live-channel.ts'
import { deleteRows, insertRows, updateRows } from '../../db/many-rows.ts'
import type { EntityManager } from '../../entities/database.ts'
import { appendChanges, type ChangeGroup } from './append-changes.ts'
import type { RecordType, Shape, Write } from './record-type.ts'
import type { Values } from '../../entities/values.ts'
import { fieldsOf } from './stored-records.ts'

/** History entries other than fields, such as the other lead of a merge. Undo swaps the two. */
export interface Facts {
  before?: Values
  after?: Values
}

/** A write that was decided. */
export interface Decided<State extends object> extends Write<State> {
  /** The version after the write. */
  version: number
  action: string
  facts?: Facts | undefined
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A state by field name; empty for a record that does not exist. */
const valuesOf = (state: object | null): Values => ({ ...state })

/** The fields that differ, in declaration order. */
function differing(type: Shape, before: object | null, after: object | null) {
  const [was, is] = [valuesOf(before), valuesOf(after)]
  return fieldsOf(type).filter(({ name }) => !isSame(was[name] ?? null, is[name] ?? null))
}

/** The history of a write: the fields that differ, before and after. */
export function recorded(type: Shape, before: object | null, after: object | null): { before: Values; after: Values } {
  const names = differing(type, before, after).flatMap(({ name, field }) => (field.isUnrecorded ? [] : [name]))
  const pick = (state: object | null): Values => {
    const values = valuesOf(state)
    return state ? Object.fromEntries(names.map((name) => [name, values[name] ?? null])) : {}
  }
  return { before: pick(before), after: pick(after) }
}

/**
 * Writes records of one type, all updates in one statement, with their history and the live event. Runs in the
 * transaction of the caller, who has locked the rows.
 */
export async function saveWrites<State extends object>(
  transaction: EntityManager,
  type: RecordType<State>,
  group: ChangeGroup,
  writes: readonly Decided<State>[],
): Promise<void> {
  if (writes.length === 0) return
  await writeRows(transaction, type, writes)
  await appendChanges(
    transaction,
    group,
    writes.map(({ id, before, after, version, action, facts }) => {
      const values = recorded(type, before, after)
      const named = after ?? before
      return {
        recordType: type.name,
        recordId: id,
        recordName: named ? type.nameOf?.(named) : undefined,
        action,
        version,
        before: { ...facts?.before, ...values.before },
        after: { ...facts?.after, ...values.after },
      }
    }),
  )
  await type.follow?.(transaction, writes, group.actor)
  await announceChange(transaction, type.live, writes)
}

async function writeRows(transaction: EntityManager, type: Shape, writes: readonly Decided<object>[]) {
  const rowOf = ({ id, version, after }: Decided<object>) => ({ id, version, ...columnValues(type, valuesOf(after)) })
  const updated = writes.filter(({ before, after }) => before && after)
  const changed = updated.flatMap(({ before, after }) => differing(type, before, after))
  const properties = [...new Set(changed.flatMap(({ property }) => property ?? []))]
  if (updated.length > 0)
    await updateRows(transaction, type.entity, ['id', 'version', ...properties], updated.map(rowOf))

  const created = writes.filter(({ before }) => before === null)
  await insertRows(transaction, type.entity, created.map(rowOf))

  const deleted = writes.filter(({ after }) => after === null).map(({ id }) => id)
  await deleteRows(transaction, type.entity, deleted)
}

/** Converts a state to its column values, keyed by property. */
const columnValues = (type: Shape, state: Values): Values =>
  Object.fromEntries(
    fieldsOf(type).flatMap(({ name, field: { write }, property }) => {
      const value = state[name] ?? null
      return property === undefined ? [] : [[property, write ? write(value) : value]]
    }),
  )
