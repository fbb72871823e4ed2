import type { EntityManager } from '@mikro-orm/postgresql'
import type { CrmStatus, Requeued } from '@app/contract'
import { kinds, type RecordKind } from '../../crm/records.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { notFound } from '../../errors.ts'

const requeue = (kind: RecordKind) => {
  const { status, waiting } = kinds[kind]
  return `update ${kind} set ${status} = '${waiting}', crm_enqueued_at = null, crm_attempts = 0, crm_error = null`
}

/** Puts one record back into the queue unless it is synced. @throws {ProblemError} 404 when there is none */
export async function retrySync(em: EntityManager, kind: RecordKind, id: string): Promise<Requeued> {
  const { status, waiting, failed } = kinds[kind]
  const rows = await em.execute<unknown[]>(
    `${requeue(kind)} where id = ? and not is_spam and ${status} in ('${waiting}', '${failed}') returning id`,
    [id],
  )
  if (rows.length > 0) return { requeued: 1 }
  const [exists] = await em.execute<unknown[]>(`select 1 from ${kind} where id = ? and not is_spam`, [id])
  if (!exists) throw notFound(kind === 'lead' ? 'lead' : 'sample request')
  return { requeued: 0 }
}

/** Puts all that failed back into the queue. */
export async function retryFailedSyncs(em: EntityManager, kind: RecordKind): Promise<Requeued> {
  const { status, failed } = kinds[kind]
  const [row] = await em.execute<[{ requeued: number }]>(
    `with again as (${requeue(kind)} where ${status} = '${failed}' and not is_spam returning 1)
     select count(*)::float8 as requeued from again`,
  )
  return row
}

/** How the CRM connection is doing. */
export async function getCrmStatus(em: EntityManager, isConfigured: boolean): Promise<CrmStatus> {
  const counts = (kind: RecordKind) => {
    const { status, waiting, failed } = kinds[kind]
    return `select count(*) filter (where ${status} = '${waiting}') as waiting,
                   count(*) filter (where ${status} = '${failed}') as failed,
                   min(created_at) filter (where ${status} = '${waiting}') as oldest
              from ${kind} where ${status} in ('${waiting}', '${failed}') and not is_spam`
  }
  const [row] = await em.execute<[Omit<CrmStatus, 'state'>]>(
    `select sum(waiting)::float8 as waiting, sum(failed)::float8 as failed,
            coalesce(greatest(0, floor(extract(epoch from now() - min(oldest)))), 0)::float8 as "oldestWaitingSeconds",
            (select case when stopped_at is not null then 'staff' when paused_at is not null then 'credentials' else 'nobody' end
               from crm_state) as "pausedBy",
            (select stopped_by from crm_state) as "pausedByName",
            (select ${isoInstant('coalesce(stopped_at, paused_at)')} from crm_state) as "pausedSince",
            (select paused_reason from crm_state) as "pausedReason",
            (select ${isoInstant('last_success_at')} from crm_state) as "lastSuccessAt"
       from (${counts('lead')} union all ${counts('sample_request')}) as records`,
  )
  return { ...row, state: isConfigured ? (row.pausedBy === 'nobody' ? 'working' : 'paused') : 'not_configured' }
}
