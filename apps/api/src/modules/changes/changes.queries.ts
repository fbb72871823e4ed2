import { Change, type Input } from '@app/contract'
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { checkedRows } from '../../db/checked-rows.ts'
import { type Cell, csvBatchSize, csvInBatches } from '../../db/csv.ts'
import { decode, encode, type Key, newestFirst, type Page } from '../../db/keyset-page.ts'
import { type EntityManager, type Tables, tables } from '../../entities/database.ts'
import { RecordChangeEntity, unlistedTypes } from '../../entities/changes.entity.ts'
import { fieldChanges } from './field-changes.ts'
import type { Shape } from './record-type.ts'

/** When a record was last changed, and by whom. Empty for one that was never changed. */
export interface LastChange {
  changedAt?: string
  changedBy?: string
}

/** The last change of each of these records. Notes do not count. */
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

/** Records with who changed each last. */
export async function withLastChange<Item extends { id: string }>(
  em: EntityManager,
  records: readonly Item[],
): Promise<(Item & LastChange)[]> {
  if (records.length === 0) return []
  const last = await lastChanges(
    em,
    records.map(({ id }) => id),
  )
  return records.map((record) => ({ ...record, ...last.get(record.id) }))
}

/** One record with who changed it last. */
export async function withItsLastChange<Item extends { id: string }>(em: EntityManager, record: Item) {
  return { ...record, ...(await lastChanges(em, [record.id])).get(record.id) }
}

export type Condition = (eb: ExpressionBuilder<Tables, 'record_change'>) => Expression<SqlBool>

/** Where a page begins: after the row with these key values. */
type After = Pick<Key, 'key_at' | 'key_id'>

const rowsAfter = (em: EntityManager, condition: Condition, after: After | undefined, limit: number) =>
  tables(em)
    .selectFrom('record_change')
    .selectAll()
    .where(condition)
    .$if(after !== undefined, (query) =>
      query.where(
        (eb) =>
          sql<boolean>`(${eb.ref('createdAt')}, ${eb.ref('id')}) < (${after?.key_at}::timestamptz, ${after?.key_id}::uuid)`,
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export type FoundChange = Awaited<ReturnType<typeof rowsAfter>>[number]

const keyOf = (change: FoundChange | undefined): After | undefined =>
  change && { key_at: change.createdAt.toISOString(), key_id: change.id }

/** One page of the changes that meet the condition, newest first. The condition decides which index is read. */
export async function changesPage(
  em: EntityManager,
  condition: Condition,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<FoundChange>> {
  const [at = '', id = ''] = cursor === undefined ? [] : decode(cursor, newestFirst, RecordChangeEntity)
  const [{ total }, rows] = await Promise.all([
    tables(em)
      .selectFrom('record_change')
      .where(condition)
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
    rowsAfter(em, condition, cursor === undefined ? undefined : { key_at: at, key_id: id }, limit + 1),
  ])
  const last = keyOf(rows[limit - 1])
  const next = rows.length > limit && last ? encode(last) : undefined
  return { rows: rows.slice(0, limit), total: Number(total), next }
}

/** All changes that meet the condition as a file, newest first, with these cells by their headings. */
export const changesCsv = (
  em: EntityManager,
  condition: Condition,
  cells: Readonly<Record<string, (change: FoundChange) => Cell>>,
) =>
  csvInBatches(Object.keys(cells), async (after) => {
    const rows = await rowsAfter(em, condition, after, csvBatchSize)
    return { rows: rows.map((row) => Object.values(cells).map((cell) => cell(row))), last: keyOf(rows.at(-1)) }
  })

const listed = checkedRows(Change)

/** The fields that people know. Those of an event, which has no version, are whatever it names. */
const shownFields = (type: Shape | undefined): readonly string[] | undefined =>
  type && Object.keys(type.fields).filter((name) => name !== 'createdAt')

const changeFrom =
  (types: Readonly<Record<string, Shape>>) =>
  ({ recordId, recordName, actor, actorId, version, createdAt, ...change }: FoundChange) => ({
    id: change.id,
    groupId: change.groupId,
    recordType: change.recordType,
    ...(recordId !== null && { recordId }),
    ...(recordName !== null && { recordName }),
    action: change.action,
    ...(version !== null && { version }),
    ...(actor !== null && { actor }),
    ...(actorId !== null && { actorId }),
    changes: fieldChanges(change, version === null ? undefined : shownFields(types[change.recordType])),
    createdAt: createdAt.toISOString(),
  })

/** One page of the changes of a record of this type. */
export async function listRecordChanges(
  em: EntityManager,
  type: Shape,
  id: string,
  page: Input<'listAccountChanges'>['query'],
): Promise<Page<Change>> {
  const condition: Condition = (eb) => eb.and([eb('recordType', '=', type.name), eb('recordId', '=', id)])
  const { rows, ...counts } = await changesPage(em, condition, page)
  return { ...counts, rows: listed(rows.map(changeFrom({ [type.name]: type }))) }
}

/** One page of the changes that owners see: of every type, or of one. Fields are listed in the order of their type. */
export async function listChanges(
  em: EntityManager,
  types: Readonly<Record<string, Shape>>,
  { recordType, ...page }: Input<'listChanges'>['query'],
): Promise<Page<Change>> {
  const condition: Condition = (eb) =>
    eb.and([
      // Written out, so that the planner sees which partial index fits.
      recordType
        ? eb('recordType', '=', recordType)
        : sql<boolean>`${eb.ref('recordType')} not in (${sql.join(unlistedTypes.map((name) => sql.lit(name)))})`,
      eb('action', '<>', 'reorder'),
    ])
  const { rows, ...counts } = await changesPage(em, condition, page)
  return { ...counts, rows: listed(rows.map(changeFrom(types))) }
}
