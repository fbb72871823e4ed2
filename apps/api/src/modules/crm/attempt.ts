import { poolOf } from '../../db/sql.ts'
import { closeBreakers } from '../../jobs/circuit-breaker.ts'
import { jobKinds, retryInMs } from '../../jobs/job-kinds.ts'
import type { Again } from '../../jobs/jobs.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { CrmError, type Crm } from './pipedrive.ts'
import { crmDestination, haltFor, isHalted } from './halt.ts'
import { type CrmRecord, readRecord, type RecordKind, saveFailure } from './records.ts'
import { syncRecord } from './sync.ts'

/** How one attempt ended, for the log and the metrics, and when the next one is due. */
export interface Attempt {
  outcome: 'synced' | 'erased' | 'noop' | 'retry_scheduled' | 'failed' | 'paused'
  again?: Again
}

/** Tries once to sync a record, and handles the result. Rethrows errors that did not come from the CRM. */
export async function attempt(
  em: EntityManager,
  crm: Crm,
  { kind, id }: { kind: RecordKind; id: string },
  settleMs?: number,
): Promise<Attempt> {
  const pool = await poolOf(em)
  const record = await readRecord(pool, kind, id)
  if (!record) return { outcome: 'noop' }
  if (await isHalted(em)) return pause(em, record)
  try {
    await syncRecord(pool, crm, record, settleMs)
    await closeBreakers(em, [crmDestination])
    return { outcome: 'synced' }
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    await haltFor(em, error)
    return error.fault === 'credentials' ? pause(em, record) : fail(em, record, error)
  }
}

/** Returns the record to the relay, which queues it again once the CRM may be called. */
async function pause(em: EntityManager, { kind, id }: CrmRecord): Promise<Attempt> {
  await tables(em).updateTable(kind).set({ crmEnqueuedAt: null }).where('id', '=', id).execute()
  return { outcome: 'paused' }
}

async function fail(em: EntityManager, record: CrmRecord, error: CrmError): Promise<Attempt> {
  const attempts = record.attempts + 1
  const isLast = error.fault === 'refused' || attempts >= jobKinds.crm.attempts
  // A pause that the CRM requested does not count as an attempt.
  const counted = error.cooldownMs === undefined || isLast ? attempts : record.attempts
  await saveFailure(em, record, error.message, { attempts: counted, isLast })
  if (isLast) return { outcome: 'failed' }
  const againInMs = error.waitMs ?? error.cooldownMs ?? retryInMs('crm', record.attempts)
  return { outcome: 'retry_scheduled', again: { againInMs } }
}
