import { AccessEntry, type Input } from '@app/contract'
import { columnsOf, selection } from '../../db/columns.ts'
import { type Conditions, countRowsUpTo, keysetPage, type Page } from '../../db/keyset-page.ts'
import type { EntityManager } from '../database.ts'
import { AccessEntryEntity } from './access.entity.ts'

const entry = columnsOf(AccessEntryEntity)

const named = (table: string) =>
  `(select concat_ws(', ', first_name || ' ' || last_name, company) from ${table}
     where ${table}.id = ${AccessEntryEntity.tableName}.${entry.recordId})`

const listed = selection(AccessEntryEntity, AccessEntry, {
  staffId: entry.staff,
  staffName: entry.actor,
  recordName: `coalesce(${named('lead')}, ${named('sample_request')})`,
  rows: entry.rowCount,
})

/** Counting stops here. */
const countCap = 10_000

/** One page of entries, newest first. */
export function listAccess(
  em: EntityManager,
  { limit, cursor, staffId, kind, recordId }: Input<'listAccessEntries'>['query'],
): Promise<Page<AccessEntry>> {
  const where: Conditions = []
  if (staffId) where.push([`${entry.staff} = ?`, [staffId]])
  if (kind) where.push([`${entry.kind} = ?`, [kind]])
  if (recordId) where.push([`${entry.recordId} = ?`, [recordId]])
  const total = () => countRowsUpTo(em, AccessEntryEntity, where, countCap)
  return keysetPage(em, { entity: AccessEntryEntity, selection: listed, where, limit, cursor, total })
}
