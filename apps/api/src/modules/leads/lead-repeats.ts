import type { EntityManager } from '@mikro-orm/postgresql'
import { type Lead, type LeadDetail, LeadRepeats } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { columnsOf } from '../../db/columns.ts'
import { LeadEntity, phoneKey } from '../../entities/leads.entity.ts'

const { tableName } = LeadEntity
const lead = columnsOf(LeadEntity)

/** A number with fewer digits is an extension or a typo. */
const phoneDigits = 7
const fullName = (of: string) => `lower(${of}.${lead.firstName} || ' ' || ${of}.${lead.lastName})`

/**
 * SQL for what makes a lead probably that of the same person as another one, by what they have in common. Each has an
 * index.
 */
export const sameness = {
  email: (one: string, other: string) => `lower(${one}.${lead.email}) = lower(${other}.${lead.email})`,
  phone: (one: string, other: string) =>
    `${one}.${lead.phone} is not null and ${phoneKey(`${one}.${lead.phone}`)} = ${phoneKey(`${other}.${lead.phone}`)}
       and length(${phoneKey(`${other}.${lead.phone}`)}) >= ${phoneDigits}`,
  name: (one: string, other: string) =>
    `${one}.${lead.company} is not null and lower(${one}.${lead.company}) = lower(${other}.${lead.company})
       and ${fullName(one)} = ${fullName(other)}`,
} satisfies Record<NonNullable<Lead['repeats']>[number], (one: string, other: string) => string>

/**
 * SQL for the texts that say the same among rows that no index has, as in a file: null where a row has none. Two rows with
 * equal texts are what `sameness` finds.
 */
export const sharedTexts = {
  email: (of: string) => `lower(${of}.${lead.email})`,
  phone: (of: string) =>
    `case when length(${phoneKey(`${of}.${lead.phone}`)}) >= ${phoneDigits} then ${phoneKey(`${of}.${lead.phone}`)} end`,
  name: (of: string) => `lower(${of}.${lead.company}) || chr(10) || ${fullName(of)}`,
} satisfies Record<keyof typeof sameness, (of: string) => string>

/** SQL for a lead that others are told to repeat. */
export const canBeRepeated = (of: string) => `not ${of}.${lead.isSpam} and ${of}.${lead.mergedInto} is null`

/** What leads are compared by. */
type Compared = Pick<LeadDetail, 'id' | 'email' | 'phone' | 'company' | 'firstName' | 'lastName'>

const compared = ['id', 'email', 'phone', 'company', 'firstName', 'lastName'] as const satisfies (keyof Compared)[]
const repeated = checkedRows(Type.Object({ id: Type.String(), repeats: LeadRepeats }))

/** Says which of these leads share something with another lead. Spam and what was merged is left out. */
export async function withRepeats<Row extends Compared>(em: EntityManager, rows: readonly Row[]) {
  if (rows.length === 0) return []
  const reasons = Object.entries(sameness).map(
    ([reason, isSame]) =>
      `case when exists (select from ${tableName} as other where ${isSame('other', 'one')} and other.${lead.id} <> one.${lead.id}
                            and ${canBeRepeated('other')}) then '${reason}' end`,
  )
  const values = rows.map(
    () =>
      `(?::uuid, ${compared
        .slice(1)
        .map(() => '?::text')
        .join(', ')})`,
  )
  const found = await em.execute(
    `select one.${lead.id} as id, array_remove(array[${reasons.join(', ')}], null) as repeats
       from (values ${values.join(', ')}) as one (${compared.map((name) => lead[name]).join(', ')})`,
    rows.flatMap((row) => compared.map((name) => row[name])),
  )
  const repeats = new Map(repeated(found).map((row) => [row.id, row.repeats]))
  return rows.map((row) => {
    const shared = repeats.get(row.id) ?? []
    return shared.length > 0 ? { ...row, repeats: shared } : row
  })
}
