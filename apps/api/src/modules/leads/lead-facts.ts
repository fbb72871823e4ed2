import { sql } from 'kysely'
import { columns, type Fragment, type RowOf } from '../../db/typed-columns.ts'
import type { EntityManager } from '../../entities/database.ts'
import type { LeadFactEntity } from '../../entities/lead-facts.entity.ts'
import { isListed, isWon, LeadEntity } from '../../entities/leads.entity.ts'

type Fact = RowOf<typeof LeadFactEntity>
export type FactColumn = keyof Fact

/**
 * The query builder without the plugin of `tables()`, which converts each row and makes statistics several times as slow.
 * Columns have their names in the database. Numbers that the driver returns as text must be selected as float8.
 */
export const statistics = (em: EntityManager) => em.getKysely()

/** The columns that each kind of facts counts by. Queries read no others. Each attribution key has a kind of its own. */
export const countedBy = {
  total: ['name', 'status', 'stage', 'industry', 'volume', 'won'],
  day: ['day', 'status', 'stage', 'volume', 'won'],
  source: ['day', 'name'],
} satisfies Record<string, FactColumn[]>

export const measures = ['leads', 'valued', 'cents'] as const

/** The sum of one measure over all rows of a group; 0 when there is none. */
export const sumOf = (measure: (typeof measures)[number]) => sql<number>`coalesce(sum(${sql.ref(measure)}), 0)::float8`

/** The sums of all measures. */
export const sums = measures.map((name) => sumOf(name).as(name))

const lead = columns(LeadEntity)
const won = sql`(${isWon})`
const key = sql.ref('key')
const kindOfKey = sql<string>`split_part(${key}, '=', 1)`

/**
 * The columns of facts of leads that are not in the table yet, as lead_facts() in the database derives them. That function
 * takes several times as long, and thousands of leads may have arrived. The types are those of the table: PostgreSQL plans a
 * union of different types slowly.
 */
const arrivedColumns = (timeZone: string, isOfKeys: boolean) =>
  ({
    kind: sql`${kindOfKey}::varchar`,
    day: sql`(${lead.createdAt} at time zone ${timeZone})::date`,
    name: isOfKeys ? sql`substr(${key}, strpos(${key} || '=', '=') + 1)::varchar` : lead.source,
    status: lead.status,
    stage: lead.stage,
    industry: sql`coalesce(${lead.industry}, '')`,
    volume: sql`coalesce(${lead.volume}, '')`,
    won,
    leads: sql`1::bigint`,
    valued: sql`(${won} and ${lead.wonCents} is not null)::int::bigint`,
    cents: sql`case when ${won} then coalesce(${lead.wonCents}, 0) else 0 end`,
  }) satisfies Record<FactColumn, Fragment>

/**
 * Leads that arrived before this instant are in the table. It is -infinity when none are, or when they were counted for
 * another time zone. This is a query of its own because the planner has to see the value: when it can only guess the
 * value, it scans all leads.
 */
async function countedUntil(em: EntityManager, timeZone: string) {
  const counted = await statistics(em)
    .selectFrom('lead_fact_state')
    .select((eb) => sql<string>`${eb.ref('counted_until')}::text`.as('until'))
    .where('time_zone', '=', timeZone)
    .executeTakeFirst()
  return sql<Date>`${counted?.until ?? '-infinity'}::timestamptz`
}

/**
 * The facts of one kind, or of several attribution keys: those in the table and those of leads that are not in it yet.
 * @param names only those that are read: each takes time
 */
export async function leadFacts<Column extends FactColumn>(
  em: EntityManager,
  timeZone: string,
  kinds: readonly string[],
  names: readonly Column[],
) {
  const until = await countedUntil(em, timeZone)
  const isOfKeys = !kinds.some((kind) => Object.hasOwn(countedBy, kind))
  const expressions = arrivedColumns(timeZone, isOfKeys)
  const stored = statistics(em)
    .selectFrom('lead_fact')
    .select(names)
    .where('kind', 'in', kinds)
    .where(sql<boolean>`${until} > '-infinity'`)
  const arrived = statistics(em)
    .selectFrom('lead')
    .select(names.map((name) => expressions[name].as(name)))
    .where('created_at', '>=', until)
    .where(sql<boolean>`${isListed}`)
    .$if(isOfKeys, (leads) =>
      leads
        .crossJoinLateral((eb) => {
          const keys = eb.fn.coalesce('touch_keys', sql<string[]>`array['unknown']`)
          return sql<{ key: string }>`unnest(${keys})`.as<'keys'>(sql`keys(key)`)
        })
        .where(kindOfKey, 'in', kinds),
    )
  // Both have the columns of the table that were asked for: `arrivedColumns` is complete, or does not compile.
  return stored.$castTo<Pick<Fact, Column>>().unionAll(arrived.$castTo<Pick<Fact, Column>>()).as('fact')
}
