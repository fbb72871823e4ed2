import { sql } from 'kysely'
import { now } from '../../db/sql.ts'
import type { NewJob } from '../../jobs/job-kinds.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { readHalts } from './halt.ts'
import { kinds, type RecordKind } from './records.ts'

/** Imported leads have a lower priority than visitors' leads, because staff import them by the thousand. */
const importPriority = -10

/** Takes records and erasures that are not queued yet, unless sending is halted. */
export async function takeCrmJobs(transaction: EntityManager, limit: number): Promise<NewJob[]> {
  const { byStaff, byCredentials, byBreaker } = await readHalts(transaction)
  if (byStaff || byCredentials || byBreaker) return []
  const leads = await takeRecords(transaction, 'lead', limit)
  const samples = await takeRecords(transaction, 'sample_request', limit)
  return [...leads, ...samples, ...(await takeErasures(transaction, limit))]
}

async function takeRecords(transaction: EntityManager, kind: RecordKind, limit: number): Promise<NewJob[]> {
  const db = tables(transaction)
  const found = await db
    .selectFrom(kind)
    .select('id')
    .select(sql<boolean>`${kinds[kind].isImported}`.as('imported'))
    .where('crmEnqueuedAt', 'is', null)
    .where('isSpam', '=', false)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  await db.updateTable(kind).set({ crmEnqueuedAt: now }).where('id', 'in', ids).execute()
  return found.map(({ id, imported }) => ({
    job: 'crm',
    payload: { kind, id },
    priority: imported ? importPriority : 0,
  }))
}

async function takeErasures(transaction: EntityManager, limit: number): Promise<NewJob[]> {
  const db = tables(transaction)
  const waiting = db
    .selectFrom('crm_erasure')
    .select('id')
    .where('enqueuedAt', 'is', null)
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const taken = await db
    .updateTable('crm_erasure')
    .set({ enqueuedAt: now })
    .where('id', 'in', waiting)
    .returning('id')
    .execute()
  return taken.map(({ id }) => ({ job: 'crm', payload: { kind: 'erasure', id } }))
}
