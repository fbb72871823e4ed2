import type { Attribution, AttributionRow, Input } from '@app/contract'
import { sql } from 'kysely'
import { csvOf } from '../../../db/csv.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { inDays, leadFacts, measures, statistics, sumOf, sums } from '../lead-facts.ts'

type Asked = Input<'getLeadAttribution'>['query']

const maxRows = 500
/** More values than this would be codes of individual recipients. */
const maxLines = 100_000

/** The figures of all leads together, and of each value. The total is undefined without leads. */
async function readRows(
  em: EntityManager,
  { by = 'source', touch = 'last', ...range }: Asked,
  timeZone: string,
  limit: number,
) {
  const kinds = [`${touch}.${by}`, 'unknown']
  const facts = await leadFacts(em, timeZone, kinds, ['kind', 'name', 'day', 'won', ...measures])
  const grouped = facts
    .select(['kind', 'name', ...sums])
    .select((eb) => sql<number>`coalesce(sum(leads) filter (where ${eb.ref('won')}), 0)::float8`.as('won'))
    .where(inDays(range))
    .groupBy((eb) => sql`grouping sets ((), (${eb.ref('kind')}, ${eb.ref('name')}))`)
    .having(sumOf('leads'), '>', 0)
    .orderBy((eb) => sql`grouping(${eb.ref('kind')})`, 'desc')
    .orderBy('leads', 'desc')
    .orderBy('kind')
    .orderBy('name')
    .limit(limit + 1)
  const [total, ...rows] = await statistics(em)
    .selectFrom(grouped.as('listed'))
    .leftJoin('campaign_link as link', (join) =>
      join.on(sql.val(by), '=', 'piece').onRef('link.code', '=', 'listed.name'),
    )
    .select(['kind', 'name', 'leads', 'won', 'valued', 'cents', 'link.label'])
    .orderBy((eb) => eb('kind', 'is', null), 'desc')
    .orderBy('leads', 'desc')
    .orderBy('kind')
    .orderBy('name')
    .execute()
  return { total, rows }
}

const figuresOf = ({ leads, won, valued, cents }: Record<'leads' | 'won' | 'valued' | 'cents', number>) => ({
  leads,
  won,
  valued,
  /** US dollars. */
  value: cents / 100,
})

/** The attribution report for a range of days in the business time zone. */
export async function getLeadAttribution(em: EntityManager, asked: Asked, timeZone: string): Promise<Attribution> {
  const { total, rows } = await readRows(em, asked, timeZone, maxRows)
  return {
    total: figuresOf(total ?? { leads: 0, won: 0, valued: 0, cents: 0 }),
    rows: rows.map(({ kind, name, label, ...figures }): AttributionRow => ({
      attribution: kind === 'unknown' ? kind : `${kind}=${name}`,
      ...(kind !== 'unknown' && { name }),
      ...(label && { label }),
      ...figuresOf(figures),
    })),
  }
}

/** The attribution report as CSV, with every row. */
export async function exportLeadAttribution(em: EntityManager, asked: Asked, timeZone: string) {
  const { rows } = await readRows(em, asked, timeZone, maxLines)
  const { by = 'source' } = asked
  const headings = [by, ...(by === 'piece' ? ['label'] : []), 'leads', 'won', 'wonWithValue', 'value']
  return csvOf(
    headings,
    rows.map(({ kind, name, label, ...figures }) => [
      kind === 'unknown' ? '(direct or unknown)' : name || '(none)',
      ...(by === 'piece' ? [label] : []),
      ...Object.values(figuresOf(figures)),
    ]),
  )
}
