import { AccessEntry, type Input } from '@app/contract'
import { sql } from 'kysely'
import { countRowsUpTo, keysetPage, type Page } from '../../db/keyset-page.ts'
import { personName } from '../../db/person-name.ts'
import { columns, type Fragment, select, table } from '../../db/sql.ts'
import type { EntityManager } from '../../entities/database.ts'
import { CustomerAccountEntity } from '../../entities/customers.entity.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'
import { AccessEntryEntity } from '../../entities/access.entity.ts'

const entry = columns(AccessEntryEntity, AccessEntryEntity.tableName)

const account = columns(CustomerAccountEntity, 'account')
const nameOfAccount = sql`(select ${account.name} from ${table(CustomerAccountEntity)} as account where ${account.id} = ${entry.recordId})`

const listed = select(AccessEntryEntity, AccessEntry, {
  staffId: entry.staff,
  staffName: entry.actor,
  recordName: sql`coalesce(${personName(LeadEntity, entry.recordId)}, ${personName(SampleRequestEntity, entry.recordId)}, ${nameOfAccount})`,
  rows: entry.rowCount,
})

/** Counting stops here. */
const countCap = 10_000

/** One page of entries, newest first. */
export function listAccess(
  em: EntityManager,
  { limit, cursor, staffId, kind, recordId }: Input<'listAccessEntries'>['query'],
): Promise<Page<AccessEntry>> {
  const where: Fragment[] = []
  if (staffId) where.push(sql`${entry.staff} = ${staffId}`)
  if (kind) where.push(sql`${entry.kind} = ${kind}`)
  if (recordId) where.push(sql`${entry.recordId} = ${recordId}`)
  const total = () => countRowsUpTo(em, AccessEntryEntity, where, countCap)
  return keysetPage(em, { entity: AccessEntryEntity, selection: listed, where, limit, cursor, total })
}
