import type { EntityManager } from '@mikro-orm/postgresql'
import { LeadOwner } from '@app/contract'
import { checkedRows } from '../../../db/checked-rows.ts'
import { columnsOf } from '../../../db/columns.ts'
import { dayText } from '../../../db/iso-instant.ts'
import { LeadEntity } from '../leads.entity.ts'

const lead = columnsOf(LeadEntity)

/** SQL for the work on a lead, as one JSON value. */
export const workOf = `jsonb_build_object(
  'id', ${lead.id}, 'version', ${lead.version}, 'ownerId', ${lead.ownerId}, 'stage', ${lead.stage},
  'lostReason', ${lead.lostReason}, 'wonValue', (${lead.wonCents} / 100.0)::float8,
  'nextStep', ${lead.nextStep}, 'nextStepOn', ${dayText(lead.nextStepOn)})`

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
