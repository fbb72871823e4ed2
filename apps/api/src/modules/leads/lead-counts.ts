import {
  type LeadSourceCount,
  LeadStage,
  type LeadStageCount,
  type LeadStats,
  type LeadStatusCount,
} from '@app/contract'
import { sql } from 'kysely'
import type { EntityManager } from '../../entities/database.ts'
import { leadsOf, unconverted, worthOf } from './lead-figures.ts'
import {
  type DayRange,
  type FactColumn,
  factKinds,
  inDays,
  leadFacts,
  measures,
  type NamedBy,
  sumOf,
  sums,
} from './lead-facts.ts'
import type { LeadFilters } from './lead-filters.ts'

type Trait = LeadFilters['oneOf'][number][0]

const isName = (trait: Trait): trait is NamedBy => !['status', 'stage', 'industry', 'volume'].includes(trait)

/** The fact column that a filter's value is compared with. */
const columnOf = (trait: Trait) => (isName(trait) ? 'name' : trait)

/** The fact columns that these filters read. */
function columnsOf({ oneOf, converted, won, attribution, from, to }: LeadFilters): FactColumn[] {
  const columns = new Set<FactColumn>(oneOf.map(([trait]) => columnOf(trait)))
  if (converted !== undefined) columns.add('status').add('stage')
  if (won !== undefined) columns.add('won')
  if (attribution !== undefined) columns.add('name')
  if (from !== undefined || to !== undefined) columns.add('day')
  return [...columns]
}

/** The kind of facts that can answer these filters, or undefined. */
export function factKindOf(filters: LeadFilters): string | undefined {
  const { attribution, uncounted, oneOf } = filters
  if (uncounted.length > 0) return undefined
  const names = oneOf.map(([trait]) => trait).filter(isName)
  const read = columnsOf(filters)
  const has = (columns: readonly FactColumn[]) => read.every((column) => columns.includes(column))
  if (attribution !== undefined) {
    return names.length === 0 && has(['day', 'name', 'won']) ? attribution.split('=', 1)[0] : undefined
  }
  const kinds: [string, { columns: readonly FactColumn[]; namedBy?: NamedBy }][] = Object.entries(factKinds)
  return kinds.find(([, { columns, namedBy }]) => has(columns) && names.every((name) => name === namedBy))?.[0]
}

/** The number of leads that pass these filters, from facts of the kind that factKindOf() chose. */
export async function countLeads(em: EntityManager, kind: string, filters: LeadFilters, timeZone: string) {
  const { oneOf, converted, won, attribution } = filters
  const facts = await leadFacts(em, timeZone, [kind], [...columnsOf(filters), 'leads'])
  const { total } = await facts
    .select(sumOf('leads').as('total'))
    .where(inDays(filters))
    .where((eb) => {
      const isUnconverted = eb('status', 'in', unconverted)
      const where = oneOf.map(([trait, values]) => eb(columnOf(trait), 'in', values))
      if (converted === true) where.push(eb.or([eb.not(isUnconverted), eb('stage', '=', 'won')]))
      if (converted === false) where.push(eb.and([isUnconverted, eb('stage', '<>', 'won')]))
      if (won !== undefined) where.push(eb('won', '=', won))
      if (attribution !== undefined) where.push(eb('name', '=', attribution.slice(kind.length + 1)))
      return eb.and(where)
    })
    .executeTakeFirstOrThrow()
  return { total }
}

/**
 * Leads by the value of a column, the most frequent first. There are only a handful; more than 100 would indicate a
 * bug.
 */
export async function leadsBy(
  em: EntityManager,
  timeZone: string,
  kind: keyof typeof factKinds,
  column: 'name' | 'status' | 'stage',
  range: DayRange = {},
): Promise<ReadonlyMap<string, number>> {
  const days = range.from || range.to ? (['day'] as const) : []
  const facts = await leadFacts(em, timeZone, [kind], [column, 'leads', ...days])
  const rows = await facts
    .select([`${column} as value`, sumOf('leads').as('leads')])
    .where(inDays(range))
    .groupBy(column)
    .having(sumOf('leads'), '>', 0)
    .orderBy('leads', 'desc')
    .orderBy(column)
    .limit(100)
    .execute()
  return new Map(rows.map(({ value, leads }) => [value, leads]))
}

export const getLeadSourceCounts = async (em: EntityManager, timeZone: string): Promise<LeadSourceCount[]> =>
  [...(await leadsBy(em, timeZone, 'total', 'name'))].map(([source, leads]) => ({ source, leads }))

export const getLeadStatusCounts = async (em: EntityManager, timeZone: string): Promise<LeadStatusCount[]> =>
  [...(await leadsBy(em, timeZone, 'total', 'status'))].map(([status, leads]) => ({ status, leads }))

export const getLeadStageCounts = async (em: EntityManager, timeZone: string): Promise<LeadStageCount[]> =>
  leadsByStage(await leadsBy(em, timeZone, 'total', 'stage'))

export const leadsByStage = (leads: ReadonlyMap<string, number>): LeadStageCount[] =>
  LeadStage.enum.map((stage) => ({ stage, leads: leads.get(stage) ?? 0 }))

/** The four figures of the dashboard. */
export async function getLeadStats(em: EntityManager, timeZone: string): Promise<LeadStats> {
  const [groups, month] = await Promise.all([
    leadFacts(em, timeZone, ['total'], ['status', 'stage', 'volume', ...measures]).then((facts) =>
      facts
        .select(['status', 'stage', 'volume', ...sums])
        .groupBy(['status', 'stage', 'volume'])
        .execute(),
    ),
    leadFacts(em, timeZone, ['day'], ['day', 'leads']).then((facts) =>
      facts
        .select(sumOf('leads').as('leads'))
        .where('day', '>=', sql<string>`date_trunc('month', now() at time zone ${timeZone})::date`)
        .executeTakeFirstOrThrow(),
    ),
  ])
  return { totalLeads: leadsOf(groups), thisMonth: month.leads, ...worthOf(groups) }
}
