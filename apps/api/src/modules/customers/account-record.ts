import { sql } from 'kysely'
import type { AccountInput, AccountPatch } from '@app/contract'
import { oneAtATime } from '../../db/sql.ts'
import { tables } from '../../entities/database.ts'
import { CustomerAccountEntity } from '../../entities/customers.entity.ts'
import { isListed, isWon } from '../../entities/leads.entity.ts'
import { type Field, edited, fixed, recordType, type Reference } from '../changes/record-type.ts'

/** Won leads that have no account yet. */
const leadsToOpenFrom: Reference = {
  detail: 'must be a won lead that has no account yet',
  async find(transaction, ids) {
    // Serializes two people who open an account from the same lead, so that they do not create two.
    for (const id of ids.toSorted()) await oneAtATime(transaction, `account of lead ${id}`)
    return tables(transaction)
      .selectFrom('lead')
      .select('id')
      .where('id', 'in', [...ids])
      .where(sql<boolean>`${isWon} and ${isListed}`)
      .where('id', 'not in', (eb) =>
        eb
          .selectFrom('customer_account')
          .select('leadId')
          .where('leadId', 'is not', null)
          .$castTo<{ leadId: string }>(),
      )
      .execute()
  },
}

/** An account keeps its keys and its pieces, so it cannot be deleted. It can be suspended. */
export const accountRecord = recordType({
  name: 'customer_account',
  label: 'account',
  entity: CustomerAccountEntity,
  fields: {
    name: edited,
    billingName: edited,
    billingEmail: edited,
    monthlyCap: edited,
    suspended: edited,
    leadId: fixed,
  } satisfies Record<keyof AccountPatch | Exclude<keyof AccountInput, 'members'>, Field>,
  live: 'customer_accounts',
  roles: ['owner', 'editor'],
  nameOf: ({ name }) => name,
  references: { leadId: leadsToOpenFrom },
})
