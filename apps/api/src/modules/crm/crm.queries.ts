import type { EntityManager } from '@mikro-orm/postgresql'
import { CrmStatus } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { isKeptFromCrm } from '../leads/imports/kept-from-crm.ts'
import { kinds, type RecordKind } from './records.ts'
import { isoInstant } from '../../db/iso-instant.ts'

const figures = checkedRows(Type.Omit(CrmStatus, ['state']))

/** SQL for records that staff imported without sending them. */
const isKeptBack: Readonly<Record<RecordKind, string>> = { lead: isKeptFromCrm, sample_request: 'false' }

/** State of the CRM connection, and how many records wait or have failed. */
export async function getCrmStatus(em: EntityManager, isConfigured: boolean): Promise<CrmStatus> {
  const counts = (kind: RecordKind) => {
    const { status, waiting, failed } = kinds[kind]
    return `select count(*) filter (where ${status} = '${waiting}') as waiting,
                   count(*) filter (where ${status} = '${failed}') as failed,
                   min(created_at) filter (where ${status} = '${waiting}') as oldest
              from ${kind} where ${status} in ('${waiting}', '${failed}') and not is_spam and not ${isKeptBack[kind]}`
  }
  const found = await em.execute(
    `select sum(waiting)::float8 as waiting, sum(failed)::float8 as failed,
            coalesce(greatest(0, floor(extract(epoch from now() - min(oldest)))), 0)::float8 as "oldestWaitingSeconds",
            (select case when staff_paused_at is not null then 'staff'
                         when credentials_rejected_at is not null then 'credentials'
                         else 'nobody' end
               from crm_state) as "pausedBy",
            (select staff_paused_by from crm_state) as "pausedByName",
            (select ${isoInstant(`coalesce(staff_paused_at, credentials_rejected_at)`)} from crm_state) as "pausedSince",
            (select credentials_rejected_reason from crm_state) as "pausedReason",
            (select ${isoInstant('last_success_at')} from crm_state) as "lastSuccessAt"
       from (${counts('lead')} union all ${counts('sample_request')}) as records`,
  )
  const row = onlyRow(figures(found))
  return { ...row, state: isConfigured ? (row.pausedBy === 'nobody' ? 'working' : 'paused') : 'not_configured' }
}
