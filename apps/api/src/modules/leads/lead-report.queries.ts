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

/** How many leads have each name of a kind, by name. */
async function leadsByName(em: EntityManager, timeZone: string, range: Range, kind: string) {
  const rows = await statistics(em)
    .selectFrom(await leadFacts(em, timeZone, [kind], ['day', 'name', 'leads']))
    .select(['name', sumOf('leads').as('leads')])
    .where(inDays(range))
    .groupBy('name')
    .execute()
  return new Map(rows.map(({ name, leads }) => [name, leads]))
}

async function stagesOf(em: EntityManager, timeZone: string, range: Range) {
  const rows = await statistics(em)
    .selectFrom(await leadFacts(em, timeZone, ['day'], ['day', 'stage', 'leads']))
    .select(['stage', sumOf('leads').as('leads')])
    .where(inDays(range))
    .groupBy('stage')
    .execute()
  return leadsByStage(rows)
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
    stagesOf(em, timeZone, range),
    leadsByName(em, timeZone, range, 'lost'),
    ownersOf(em, timeZone, range),
    leadsByName(em, timeZone, range, 'reply'),
  ])
  return {
    leads: stages.reduce((total, { leads }) => total + leads, 0),
    stages,
    lostReasons: LostReason.enum
      .map((lostReason) => ({ lostReason, leads: reasons.get(lostReason) ?? 0 }))
      .filter(({ leads }) => leads > 0)
      .toSorted((a, b) => b.leads - a.leads),
    owners,
    firstReplies: FirstReply.enum.map((firstReply) => ({ firstReply, leads: replies.get(firstReply) ?? 0 })),
  }
}
