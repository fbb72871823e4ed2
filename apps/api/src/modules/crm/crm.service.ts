import { type Requeued, RequeuedBatch } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { announceChange } from '../../db/live-channel.ts'
import { notFound } from '../../errors.ts'
import { appendEvent } from '../changes/append-changes.ts'
import type { Actor } from '../changes/record-type.ts'
import type { EntityManager } from '../database.ts'
import { kinds, type RecordKind } from './records.ts'

const recordSwitch = (transaction: EntityManager, actor: Actor, action: 'crm_pause' | 'crm_resume') =>
  appendEvent(transaction, actor, 'accounts', { recordType: 'crm_connection', recordId: null, action })

/** Stops every worker before its next record, until somebody resumes. */
export async function pauseCrm(em: EntityManager, actor: Actor): Promise<void> {
  await em.transactional(async (transaction) => {
    const paused = await transaction.execute(
      `update crm_state set staff_paused_at = now(), staff_paused_by = ? where staff_paused_at is null returning id`,
      [actor.name],
    )
    if (paused.length > 0) await recordSwitch(transaction, actor, 'crm_pause')
  })
}

/** Lets the workers go on. Rejected credentials are tried again at once: whoever resumes has replaced them. */
export async function resumeCrm(em: EntityManager, actor: Actor): Promise<void> {
  await em.transactional(async (transaction) => {
    const resumed = await transaction.execute(
      `update crm_state set staff_paused_at = null, staff_paused_by = null,
                            credentials_rejected_at = null, credentials_rejected_reason = null
        where staff_paused_at is not null or credentials_rejected_at is not null returning id`,
    )
    if (resumed.length > 0) await recordSwitch(transaction, actor, 'crm_resume')
  })
}

const requeue = (kind: RecordKind) => {
  const { status, waiting } = kinds[kind]
  return `update ${kind} set ${status} = '${waiting}', crm_enqueued_at = null, crm_attempts = 0, crm_error = null`
}

const requeued = checkedRows(Type.Object({ id: Type.String() }))

/** Queues one record again unless it is synced. @throws {ProblemError} 404 when there is no such record */
export async function retrySync(em: EntityManager, kind: RecordKind, id: string): Promise<Requeued> {
  const { status, waiting, failed } = kinds[kind]
  const again = await em.transactional(async (transaction) => {
    const rows = requeued(
      await transaction.execute(
        `${requeue(kind)} where id = ? and not is_spam and ${status} in ('${waiting}', '${failed}') returning id`,
        [id],
      ),
    )
    await announceChange(transaction, kinds[kind].announced, rows)
    return rows
  })
  if (again.length > 0) return { requeued: 1 }
  const existing = await em.execute(`select 1 from ${kind} where id = ? and not is_spam`, [id])
  if (existing.length === 0) throw notFound(kind === 'lead' ? 'lead' : 'sample request')
  return { requeued: 0 }
}

/** Each record changes ten indexes, so a batch takes a fifth of a second and stays far from the limit of a statement. */
const batchSize = 1_000

const batches = checkedRows(RequeuedBatch)

/**
 * Puts the oldest records that failed back into the queue, and counts those that are left. Those that are locked by
 * another retry are left to it.
 */
export async function retryFailedSyncs(em: EntityManager, kind: RecordKind): Promise<RequeuedBatch> {
  const { status, failed } = kinds[kind]
  const hasFailed = `${status} = '${failed}' and not is_spam`
  const again = await em.transactional(async (transaction) => {
    const rows = requeued(
      await transaction.execute(
        // An array, and not a join, makes the planner look the records up by their ids.
        `${requeue(kind)}
          where id = any(array(select id from ${kind} where ${hasFailed} order by created_at, id limit ? for update skip locked))
         returning id`,
        [batchSize],
      ),
    )
    await announceChange(transaction, kinds[kind].announced, rows)
    return rows
  })
  const left = await em.execute(
    `select ?::int as requeued, count(*)::float8 as remaining from ${kind} where ${hasFailed}`,
    [again.length],
  )
  return onlyRow(batches(left))
}
