import { type RetryResult, RetryBatchResult } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { onlyRow, now, reader, type Fragment, table } from '../../db/sql.ts'
import { announceChange } from '../announcements/live-channel.ts'
import { notFound } from '../../errors/errors.ts'
import { appendEvent } from '../changes/append-changes.ts'
import type { Actor } from '../changes/record-type.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { kinds, type RecordKind } from './records.ts'

const recordSwitch = (transaction: EntityManager, actor: Actor, action: 'crm_pause' | 'crm_resume') =>
  appendEvent(transaction, actor, 'accounts', { recordType: 'crm_connection', recordId: null, action })

/** Stops every worker before its next record, until staff resume. */
export async function pauseCrm(em: EntityManager, actor: Actor): Promise<void> {
  await em.transactional(async (transaction) => {
    const paused = await tables(transaction)
      .updateTable('crm_state')
      .set({ staffPausedAt: now, staffPausedBy: actor.name })
      .where('staffPausedAt', 'is', null)
      .returning('id')
      .execute()
    if (paused.length > 0) await recordSwitch(transaction, actor, 'crm_pause')
  })
}

/** Resumes the workers. Rejected credentials are retried immediately, because staff replace them before they resume. */
export async function resumeCrm(em: EntityManager, actor: Actor): Promise<void> {
  await em.transactional(async (transaction) => {
    const resumed = await tables(transaction)
      .updateTable('crm_state')
      .set({ staffPausedAt: null, staffPausedBy: null, credentialsRejectedAt: null, credentialsRejectedReason: null })
      .where((eb) => eb.or([eb('staffPausedAt', 'is not', null), eb('credentialsRejectedAt', 'is not', null)]))
      .returning('id')
      .execute()
    if (resumed.length > 0) await recordSwitch(transaction, actor, 'crm_resume')
  })
}

/** Returns matching records to the queue. */
async function requeue(em: EntityManager, kind: RecordKind, which: Fragment): Promise<{ id: string }[]> {
  const { entity, columns, status, waiting, announced } = kinds[kind]
  const { id, crmEnqueuedAt, crmAttempts, crmError } = columns
  return em.transactional(async (transaction) => {
    const records = await requeued(
      transaction,
      sql`update ${table(entity)}
             set ${status} = ${waiting}, ${crmEnqueuedAt} = null, ${crmAttempts} = 0, ${crmError} = null
           where ${which} returning ${id} as id`,
    )
    await announceChange(transaction, announced, records)
    return records
  })
}

const requeued = reader(Type.Object({ id: Type.String() }))

/** Queues one record again unless it is synced. @throws {ProblemError} 404 when there is no such record */
export async function retrySync(em: EntityManager, kind: RecordKind, id: string): Promise<RetryResult> {
  const { columns, status, waiting, failed } = kinds[kind]
  const again = await requeue(
    em,
    kind,
    sql`${columns.id} = ${id} and not ${columns.isSpam} and ${status} in (${waiting}, ${failed})`,
  )
  if (again.length > 0) return { requeued: 1 }
  await tables(em)
    .selectFrom(kind)
    .select('id')
    .where('id', '=', id)
    .where('isSpam', '=', false)
    .executeTakeFirstOrThrow(() => notFound(kind === 'lead' ? 'lead' : 'sample request'))
  return { requeued: 0 }
}

/** Each record updates ten indexes, so a batch takes a fifth of a second, far below the statement timeout. */
const batchSize = 1_000

const batches = reader(RetryBatchResult)

/**
 * Queues the oldest failed records again, and counts the remaining ones. Skips records that another retry has locked.
 */
export async function retryFailedSyncs(em: EntityManager, kind: RecordKind): Promise<RetryBatchResult> {
  const { entity, columns, status, failed } = kinds[kind]
  const { id, createdAt, isSpam } = columns
  const hasFailed = sql`${status} = ${failed} and not ${isSpam}`
  const oldest = sql`select ${id} from ${table(entity)} where ${hasFailed}
    order by ${createdAt}, ${id} limit ${batchSize} for update skip locked`
  // An array rather than a join makes the planner look up the records by id.
  const again = await requeue(em, kind, sql`${id} = any(array(${oldest}))`)
  const left = await batches(
    em,
    sql`select ${again.length}::int as requeued, count(*)::float8 as remaining from ${table(entity)} where ${hasFailed}`,
  )
  return onlyRow(left)
}
