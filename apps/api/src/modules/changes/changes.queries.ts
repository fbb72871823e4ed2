import { Change, type Input, type FieldChange } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { keysetPage, type Where } from '../../db/keyset-page.ts'
import { columns, select } from '../../db/sql.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { RecordChangeEntity, unlistedTypes } from '../../entities/changes.entity.ts'
import { recordTypeOf, type Shape } from './record-type.ts'
import type { Values } from '../../entities/values.ts'

/** A value as change lists show it: one list item per line, and null for an empty value. */
function shown(value: unknown): string | null {
  if (Array.isArray(value)) return value.join('\n') || null
  if (typeof value === 'string') return value || null
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** The fields of a change whose text differs, in the order of `names`, or all fields if `names` is omitted. */
export const fieldChanges = (
  { before, after }: { before: Values; after: Values },
  names: readonly string[] = Object.keys({ ...before, ...after }),
): FieldChange[] =>
  names
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }))
    .filter((change) => change.before !== change.after)

/** When a record was last changed, and by whom. Empty for a record that was never changed. */
export interface LastChange {
  changedAt?: string
  changedBy?: string
}

/** The last change of each of these records, not counting notes. */
export async function lastChanges(em: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, LastChange>> {
  const found = await tables(em)
    .selectFrom(sql<{ id: string }>`unnest(${`{${ids.join()}}`}::uuid[])`.as<'named'>(sql`named (id)`))
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('record_change')
          .select(['createdAt', 'actor'])
          .whereRef('recordId', '=', 'named.id')
          .where('action', '<>', 'note')
          .orderBy('createdAt', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['named.id', 'last.createdAt', 'last.actor'])
    .execute()
  return new Map(
    found.map(({ id, createdAt, actor }) => [
      id,
      { changedAt: createdAt.toISOString(), ...(actor !== null && { changedBy: actor }) },
    ]),
  )
}

export async function withLastChange<Item extends { id: string }>(em: EntityManager, records: readonly Item[]) {
  if (records.length === 0) return []
  const last = await lastChanges(
    em,
    records.map(({ id }) => id),
  )
  return records.map((record) => ({ ...record, ...last.get(record.id) }))
}

export async function withItsLastChange<Item extends { id: string }>(em: EntityManager, record: Item) {
  return { ...record, ...(await lastChanges(em, [record.id])).get(record.id) }
}

const change = columns(RecordChangeEntity)

const Values = Type.Record(Type.String(), Type.Unknown())

/** The members that `fieldChanges()` compares. */
export const comparedValues = { before: Values, after: Values }

const found = select(
  RecordChangeEntity,
  Type.Object({ ...Type.Omit(Change, ['changes']).properties, ...comparedValues }),
  { recordType: change.recordType },
)

/** The fields to show. An event has no version, so all of its fields are shown. */
function shownFields(recordType: string): readonly string[] | undefined {
  const type = recordTypeOf(recordType)
  return type && Object.keys(type.fields).filter((name) => name !== 'createdAt')
}

/** One page of the changes that meet the conditions, newest first. Fields are listed in the order of their type. */
async function changesPage(em: EntityManager, where: Where, { limit, cursor }: Input<'listAccountChanges'>['query']) {
  const page = await keysetPage(em, { entity: RecordChangeEntity, selection: found, where, limit, cursor })
  const rows = page.rows.map(({ before, after, ...row }) => {
    const names = row.version === undefined ? undefined : shownFields(row.recordType)
    return { ...row, changes: fieldChanges({ before, after }, names) }
  })
  return { ...page, rows }
}

export const listRecordChanges = (
  em: EntityManager,
  type: Shape,
  id: string,
  page: Input<'listAccountChanges'>['query'],
) => changesPage(em, [sql`${change.recordType} = ${type.name}`, sql`${change.recordId} = ${id}`], page)

// Inlined, so that the planner sees which partial index matches.
const isListed = sql`${change.recordType} not in (${sql.join(unlistedTypes.map((name) => sql.lit(name)))})`

/** One page of the changes that owners see, of one type or of all types. */
export const listChanges = (em: EntityManager, { recordType, ...page }: Input<'listChanges'>['query']) =>
  changesPage(
    em,
    [recordType ? sql`${change.recordType} = ${recordType}` : isListed, sql`${change.action} <> 'reorder'`],
    page,
  )
