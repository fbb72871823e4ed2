import { Requeued } from '@app/contract'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { notFound } from '../../errors.ts'
import { poolOf } from '../../db/prepared.ts'
import type { EntityManager } from '../database.ts'
import { pauseColumns } from './pause-columns.ts'
import { kinds, type RecordKind } from './records.ts'
import { type Actor, addSettingsEntry } from '../staff/settings-audit.service.ts'

/** Stops every worker before its next record, until somebody resumes. */
export async function pauseCrm(em: EntityManager, actor: Actor): Promise<void> {
  const { staffPausedAt, staffPausedBy } = await pauseColumns(await poolOf(em))
  await em.transactional(async (transaction) => {
    const paused = await transaction.execute(
      `update crm_state set ${staffPausedAt} = now(), ${staffPausedBy} = ? where ${staffPausedAt} is null returning id`,
      [actor.name],
    )
    if (paused.length > 0) await addSettingsEntry(transaction, actor, 'crm_pause')
  })
}

/** Lets the workers go on. Rejected credentials are tried again at once: whoever resumes has replaced them. */
export async function resumeCrm(em: EntityManager, actor: Actor): Promise<void> {
  const { staffPausedAt, staffPausedBy, credentialsRejectedAt, credentialsRejectedReason } = await pauseColumns(
    await poolOf(em),
  )
  await em.transactional(async (transaction) => {
    const resumed = await transaction.execute(
      `update crm_state set ${staffPausedAt} = null, ${staffPausedBy} = null,
                            ${credentialsRejectedAt} = null, ${credentialsRejectedReason} = null
        where ${staffPausedAt} is not null or ${credentialsRejectedAt} is not null returning id`,
    )
    if (resumed.length > 0) await addSettingsEntry(transaction, actor, 'crm_resume')
  })
}

const requeue = (kind: RecordKind) => {
  const { status, waiting } = kinds[kind]
  return `update ${kind} set ${status} = '${waiting}', crm_enqueued_at = null, crm_attempts = 0, crm_error = null`
}

/** Queues one record again unless it is synced. @throws {ProblemError} 404 when there is no such record */
export async function retrySync(em: EntityManager, kind: RecordKind, id: string): Promise<Requeued> {
  const { status, waiting, failed } = kinds[kind]
  const rows = await em.execute(
    `${requeue(kind)} where id = ? and not is_spam and ${status} in ('${waiting}', '${failed}') returning id`,
    [id],
  )
  if (rows.length > 0) return { requeued: 1 }
  const existing = await em.execute(`select 1 from ${kind} where id = ? and not is_spam`, [id])
  if (existing.length === 0) throw notFound(kind === 'lead' ? 'lead' : 'sample request')
  return { requeued: 0 }
}

const requeued = checkedRows(Requeued)

/** Puts all records that failed back into the queue. */
export async function retryFailedSyncs(em: EntityManager, kind: RecordKind): Promise<Requeued> {
  const { status, failed } = kinds[kind]
  const counted = await em.execute(
    `with again as (${requeue(kind)} where ${status} = '${failed}' and not is_spam returning 1)
     select count(*)::float8 as requeued from again`,
  )
  return onlyRow(requeued(counted))
}
