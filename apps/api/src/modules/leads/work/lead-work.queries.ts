import { LeadOwner, LeadPipeline } from '@app/contract'
import type { ExpressionBuilder } from 'kysely'
import { checkedRows } from '../../../db/checked-rows.ts'
import { onlyRow } from '../../../db/sql.ts'
import { withItsLastChange } from '../../changes/changes.queries.ts'
import { type EntityManager, type Tables, tables } from '../../../entities/database.ts'
import { pipelineFields } from './lead-record.ts'

const stored = pipelineFields.filter((name) => name !== 'wonValue')
const works = checkedRows(LeadPipeline)

export async function readWork(em: EntityManager, id: string): Promise<LeadPipeline> {
  const { wonCents, ...row } = await tables(em)
    .selectFrom('lead')
    .select(['id', 'version', 'wonCents', ...stored])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const work = { ...row, wonValue: wonCents === null ? null : wonCents / 100 }
  return withItsLastChange(em, onlyRow(works([work])))
}

const canOwn = (eb: ExpressionBuilder<Tables, 'staff_user'>) =>
  eb.and([eb('disabledAt', 'is', null), eb('role', 'in', ['owner', 'editor'])])

const owners = checkedRows(LeadOwner)

/** The accounts that leads can be assigned to, and others that still have leads. */
export const listLeadOwners = async (em: EntityManager): Promise<LeadOwner[]> =>
  owners(
    await tables(em)
      .selectFrom('staff_user')
      .select((eb) => ['id', 'name', canOwn(eb).as('isEnabled')])
      .where((eb) =>
        eb.or([
          canOwn(eb),
          eb.exists(eb.selectFrom('lead').select('lead.id').whereRef('lead.ownerId', '=', 'staff_user.id')),
        ]),
      )
      .orderBy('name', (order) => order.collate('und-x-icu'))
      .orderBy('id')
      .limit(500)
      .execute(),
  )
