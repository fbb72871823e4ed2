import { LeadOwner, type LeadWork } from '@app/contract'
import { checkedRows } from '../../../db/checked-rows.ts'
import { columnsOf } from '../../../db/columns.ts'
import { withItsLastChange } from '../../changes/changes.queries.ts'
import { type EntityManager, tables } from '../../database.ts'
import { LeadEntity } from '../leads.entity.ts'

const lead = columnsOf(LeadEntity)

/** The work on a lead, and who changed it last. */
export async function readWork(em: EntityManager, id: string): Promise<LeadWork> {
  const { wonCents, ...work } = await tables(em)
    .selectFrom('lead')
    .select(['id', 'version', 'ownerId', 'stage', 'lostReason', 'wonCents', 'nextStep', 'nextStepOn'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return withItsLastChange(em, { ...work, wonValue: wonCents === null ? null : wonCents / 100 })
}

const owners = checkedRows(LeadOwner)

/** SQL for an account that leads can be given to. */
const canOwn = `disabled_at is null and role in ('owner', 'editor')`

/** Who can work on leads, and whoever else one still belongs to. */
export const listLeadOwners = async (em: EntityManager): Promise<LeadOwner[]> =>
  owners(
    await em.execute(
      `select id, name, ${canOwn} as "isEnabled" from staff_user
        where ${canOwn} or exists (select from ${LeadEntity.tableName} where ${lead.ownerId} = staff_user.id)
        order by name collate "und-x-icu", id limit 500`,
    ),
  )
