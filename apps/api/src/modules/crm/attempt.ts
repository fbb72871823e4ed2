import type { Pool } from 'pg'
import { CrmError } from './crm-error.ts'
import { haltFor, isHalted } from './halt.ts'
import type { Crm } from './pipedrive.ts'
import { backoffMs, maxAttempts } from '../outbox/backoff.ts'
import { queueAgain } from '../outbox/job-queue.ts'
import { queueName, syncTask } from './queue.ts'
import { attemptError, type CrmRecord, kinds, noteFailure, readRecord, type RecordKind } from './records.ts'
import { syncRecord } from './sync.ts'

/** Outcome of one attempt, for the log and the metrics. */
export type Outcome = 'synced' | 'erased' | 'nothing to do' | 'again later' | 'given up' | 'paused'

/** Tries once to sync a record and handles the result. Throws any error that is not the CRM's. */
export async function attempt(
  pool: Pool,
  crm: Crm,
  { kind, id }: { kind: RecordKind; id: string },
  settleMs?: number,
): Promise<Outcome> {
  const record = await readRecord(pool, kind, id)
  if (!record) return 'nothing to do'
  if (await isHalted(pool)) {
    await requeueLater(pool, record)
    return 'paused'
  }
  try {
    await syncRecord(pool, crm, record, settleMs)
    return 'synced'
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    return await follow(pool, record, error)
  }
}

/** The relay queues it again once workers may continue. */
async function requeueLater(pool: Pool, { kind, id }: CrmRecord): Promise<void> {
  await pool.query(`update ${kind} set crm_enqueued_at = null where id = $1`, [id])
}

async function follow(pool: Pool, record: CrmRecord, error: CrmError): Promise<Outcome> {
  await haltFor(pool, error)
  if (error.fault === 'credentials') {
    await requeueLater(pool, record)
    return 'paused'
  }
  await noteFailure(pool, record, error.message)
  const attempts = record.attempts + 1
  // A rest that the CRM asked for does not count as an attempt.
  const counted = error.restMs === undefined ? attempts : record.attempts
  if (error.fault === 'refused' || attempts > maxAttempts) {
    const { status, waiting, failed } = kinds[record.kind]
    await pool.query(
      `update ${record.kind} set crm_attempts = $2, crm_error = ${attemptError('$3')},
              ${status} = case when ${status} = '${waiting}' then '${failed}' else ${status} end
        where id = $1`,
      [record.id, attempts, error.message],
    )
    return 'given up'
  }
  await pool.query(`update ${record.kind} set crm_attempts = $2, crm_error = ${attemptError('$3')} where id = $1`, [
    record.id,
    counted,
    error.message,
  ])
  const { kind, id } = record
  const delayMs = error.waitMs ?? error.restMs ?? backoffMs(record.attempts)
  await queueAgain(pool, { task: syncTask, queue: queueName, id, payload: { kind }, delayMs })
  return 'again later'
}
