import { FirstReply, type LeadReport, LostReason, type OwnerFigures } from '@app/contract'
import { sql } from 'kysely'
import { type EntityManager, tables } from '../../entities/database.ts'
import { leadsBy, leadsByStage } from './lead-counts.ts'
import { type DayRange, inDays, leadFacts, measures, sumOf, sums } from './lead-facts.ts'

async function ownersOf(em: EntityManager, timeZone: string, range: DayRange): Promise<OwnerFigures[]> {
  const facts = await leadFacts(em, timeZone, ['owner'], ['day', 'name', 'stage', 'won', ...measures])
  const rows = await facts
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
  const accounts = await tables(em).selectFrom('staff_user').select(['id', 'name']).execute()
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  return rows.map(({ name: owner, cents, ...figures }) => {
    const name = names.get(owner)
    return { owner: owner || 'none', ...(name !== undefined && { name }), ...figures, value: cents / 100 }
  })
}

/** Stages, losses, owners, and first replies of the leads that arrived in a range of days. */
export async function getLeadReport(em: EntityManager, timeZone: string, range: DayRange): Promise<LeadReport> {
  const [stages, reasons, owners, replies] = await Promise.all([
    leadsBy(em, timeZone, 'day', 'stage', range),
    leadsBy(em, timeZone, 'lost', 'name', range),
    ownersOf(em, timeZone, range),
    leadsBy(em, timeZone, 'reply', 'name', range),
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
