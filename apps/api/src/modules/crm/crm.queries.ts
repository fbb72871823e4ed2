import type { EntityManager } from '@mikro-orm/postgresql'
import { CrmStatus } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { onlyRow, reader, columns, type Fragment, table, instantText } from '../../db/sql.ts'
import { CrmStateEntity } from '../../entities/crm.entity.ts'
import { kinds, type RecordKind } from './records.ts'

const figures = reader(Type.Omit(CrmStatus, ['state']))

const state = columns(CrmStateEntity)

/** State of the CRM connection, and the numbers of records that are waiting or have failed. */
export async function getCrmStatus(em: EntityManager, isConfigured: boolean): Promise<CrmStatus> {
  const counts = (kind: RecordKind) => {
    const { entity, columns: record, status, waiting, failed, isKept } = kinds[kind]
    return sql`select count(*) filter (where ${status} = ${waiting}) as waiting,
                      count(*) filter (where ${status} = ${failed}) as failed,
                      min(${record.createdAt}) filter (where ${status} = ${waiting}) as oldest
                 from ${table(entity)}
                where ${status} in (${waiting}, ${failed}) and not ${record.isSpam} and not ${isKept}`
  }
  const ofState = (value: Fragment) => sql`(select ${value} from ${table(CrmStateEntity)})`
  const pausedSince = sql`coalesce(${state.staffPausedAt}, ${state.credentialsRejectedAt})`
  const pausedBy = sql`case when ${state.staffPausedAt} is not null then 'staff'
                            when ${state.credentialsRejectedAt} is not null then 'credentials'
                            else 'nobody' end`
  const found = await figures(
    em,
    sql`select sum(waiting)::float8 as waiting, sum(failed)::float8 as failed,
               coalesce(greatest(0, floor(extract(epoch from now() - min(oldest)))), 0)::float8 as "oldestWaitingSeconds",
               ${ofState(pausedBy)} as "pausedBy",
               ${ofState(state.staffPausedBy)} as "pausedByName",
               ${ofState(instantText(pausedSince))} as "pausedSince",
               ${ofState(state.credentialsRejectedReason)} as "pausedReason",
               ${ofState(instantText(state.lastSuccessAt))} as "lastSuccessAt"
          from (${counts('lead')} union all ${counts('sample_request')}) as records`,
  )
  const row = onlyRow(found)
  return { ...row, state: isConfigured ? (row.pausedBy === 'nobody' ? 'working' : 'paused') : 'not_configured' }
}
