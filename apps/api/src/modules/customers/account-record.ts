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
    // Serializes requests to open an account from the same lead, so that two of them do not create two accounts.
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

/** An account owns its keys and pieces, so it can be suspended but not deleted. */
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
