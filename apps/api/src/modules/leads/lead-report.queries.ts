import { FirstReply, type LeadReport, LostReason, type OwnerFigures } from '@app/contract'
import { sql } from 'kysely'
import { type EntityManager, tables } from '../../entities/database.ts'
import { leadsByStage } from './lead-counts.ts'
import { leadFacts, measures, statistics, sumOf, sums } from './lead-facts.ts'

/** Days of the business time zone, both included. */
interface Range {
  from?: string
  to?: string
}

const inDays = ({ from, to }: Range) =>
  sql<boolean>`${from ? sql`day >= ${from}` : sql`true`} and ${to ? sql`day <= ${to}` : sql`true`}`

/** How many leads have each value of a column, by value. */
async function leadsBy(em: EntityManager, timeZone: string, range: Range, kind: string, column: 'name' | 'stage') {
  const rows = await statistics(em)
    .selectFrom(await leadFacts(em, timeZone, [kind], ['day', column, 'leads']))
    .select([`${column} as value`, sumOf('leads').as('leads')])
    .where(inDays(range))
    .groupBy(column)
    .execute()
  return new Map(rows.map(({ value, leads }) => [value, leads]))
}

async function ownersOf(em: EntityManager, timeZone: string, range: Range): Promise<OwnerFigures[]> {
  const rows = await statistics(em)
    .selectFrom(await leadFacts(em, timeZone, ['owner'], ['day', 'name', 'stage', 'won', ...measures]))
    .select(['name', ...sums])
    .select((eb) => [
      sql<number>`coalesce(sum(leads) filter (where ${eb.ref('won')}), 0)::float8`.as('won'),
      sql<number>`coalesce(sum(leads) filter (where ${eb.ref('stage')} = 'lost'), 0)::float8`.as('lost'),
    ])
    .where(inDays(range))
    .groupBy('name')
    .having(sumOf('leads'), '>', 0)
    .orderBy('leads', 'desc')
    .orderBy('name')
    .limit(500)
    .execute()
  const owners = rows.flatMap(({ name }) => name || [])
  const accounts =
    owners.length === 0
      ? []
      : await tables(em).selectFrom('staff_user').select(['id', 'name']).where('id', 'in', owners).execute()
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  return rows.map(({ name: owner, cents, ...figures }) => {
    const name = names.get(owner)
    return { owner: owner || 'none', ...(name !== undefined && { name }), ...figures, value: cents / 100 }
  })
}

/** Stages, losses, owners, and first replies of the leads that arrived in a range of days. */
export async function getLeadReport(em: EntityManager, timeZone: string, range: Range): Promise<LeadReport> {
  const [stages, reasons, owners, replies] = await Promise.all([
    leadsBy(em, timeZone, range, 'day', 'stage'),
    leadsBy(em, timeZone, range, 'lost', 'name'),
    ownersOf(em, timeZone, range),
    leadsBy(em, timeZone, range, 'reply', 'name'),
  ])
  return {
    leads: [...stages.values()].reduce((total, leads) => total + leads, 0),
    stages: leadsByStage(stages),
    lostReasons: LostReason.enum
      .map((lostReason) => ({ lostReason, leads: reasons.get(lostReason) ?? 0 }))
      .filter(({ leads }) => leads > 0)
      .toSorted((a, b) => b.leads - a.leads),
    owners,
    firstReplies: FirstReply.enum.map((firstReply) => ({ firstReply, leads: replies.get(firstReply) ?? 0 })),
  }
}
