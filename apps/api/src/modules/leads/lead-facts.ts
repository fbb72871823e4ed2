import { sql } from 'kysely'
import { columns, type Fragment, type RowOf } from '../../db/sql.ts'
import type { EntityManager } from '../../entities/database.ts'
import { type LeadFactEntity, firstReplyOf, isListed, isWon, LeadEntity } from '../../entities/leads.entity.ts'

type Fact = RowOf<typeof LeadFactEntity>
export type FactColumn = keyof Fact

/**
 * The query builder without the plugin of `tables()`, which converts each row and makes statistics several times as
 * slow. Columns have their database names. Numbers that the driver returns as text must be selected as float8.
 */
export const statistics = (em: EntityManager) => em.getKysely()

/** The namespaces of fact names. */
export type NamedBy = 'source' | 'owner' | 'lostReason' | 'firstReply'

interface FactKind {
  /** The columns to group by. Queries read no others. */
  columns: readonly FactColumn[]
  namedBy?: NamedBy
}

/** The kinds of facts. In addition, each attribution key is a kind. */
export const factKinds = {
  total: { columns: ['name', 'status', 'stage', 'industry', 'volume', 'won'], namedBy: 'source' },
  day: { columns: ['day', 'status', 'stage', 'volume', 'won'] },
  source: { columns: ['day', 'name'], namedBy: 'source' },
  owner: { columns: ['day', 'name', 'stage', 'won'], namedBy: 'owner' },
  lost: { columns: ['day', 'name', 'stage'], namedBy: 'lostReason' },
  reply: { columns: ['day', 'name'], namedBy: 'firstReply' },
} satisfies Record<string, FactKind>

const isFactKind = (kind: string): kind is keyof typeof factKinds => Object.hasOwn(factKinds, kind)

const lead = columns(LeadEntity)

/** The name of a lead in each namespace. */
const names: Record<NamedBy, Fragment> = {
  source: lead.source,
  owner: sql`coalesce(${lead.ownerId}::text, '')`,
  lostReason: sql`coalesce(${lead.lostReason}, '')`,
  firstReply: firstReplyOf(lead),
}

export const measures = ['leads', 'valued', 'cents'] as const

/** The sum of one measure over all rows of a group; 0 for an empty group. */
export const sumOf = (measure: (typeof measures)[number]) => sql<number>`coalesce(sum(${sql.ref(measure)}), 0)::float8`

export const sums = measures.map((name) => sumOf(name).as(name))

const won = sql`(${isWon})`
const key = sql.id('key')
const kindOfKey = sql<string>`split_part(${key}, '=', 1)`
const nameOfKey = sql`substr(${key}, strpos(${key} || '=', '=') + 1)`

/**
 * The fact columns of leads that are not in the table yet, with the same results as the database's lead_facts(). That
 * function takes several times as long, and thousands of leads may have arrived. The types match those of the table:
 * PostgreSQL plans a union of different types slowly.
 */
const arrivedColumns = (timeZone: string, name: Fragment) =>
  ({
    kind: sql`${kindOfKey}::varchar`,
    day: sql`(${lead.createdAt} at time zone ${timeZone})::date`,
    name: sql`${name}::varchar`,
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
 * Leads that arrived before this instant are in the table. -infinity when the table is empty, or was counted for
 * another time zone. A separate query, because the planner must see the value: if it can only guess, it scans all
 * leads.
 */
async function countedUntil(em: EntityManager, timeZone: string) {
  const counted = await statistics(em)
    .selectFrom('lead_fact_state')
    .select((eb) => sql<string>`${eb.ref('counted_until')}::text`.as('until'))
    .where('time_zone', '=', timeZone)
    .executeTakeFirst()
  return sql<Date>`${counted?.until ?? '-infinity'}::timestamptz`
}

/** Days of the business time zone, both included. */
export interface DayRange {
  from?: string
  to?: string
}

export const inDays = ({ from, to }: DayRange) =>
  sql<boolean>`${from ? sql`day >= ${from}` : sql`true`} and ${to ? sql`day <= ${to}` : sql`true`}`

/**
 * Selects from the facts of one kind, or of several attribution keys, including leads that are not in the table yet.
 * @param wanted only the columns that are read, because each takes time
 */
export async function leadFacts<Column extends FactColumn>(
  em: EntityManager,
  timeZone: string,
  kinds: readonly string[],
  wanted: readonly Column[],
) {
  const until = await countedUntil(em, timeZone)
  const kind = kinds.find(isFactKind)
  const { namedBy }: FactKind = kind ? factKinds[kind] : { columns: [] }
  const name = namedBy ? names[namedBy] : sql`''`
  const expressions = arrivedColumns(timeZone, kind ? name : nameOfKey)
  const stored = statistics(em)
    .selectFrom('lead_fact')
    .select(wanted)
    .where('kind', 'in', kinds)
    .where(sql<boolean>`${until} > '-infinity'`)
  const arrived = statistics(em)
    .selectFrom('lead')
    .select(wanted.map((column) => expressions[column].as(column)))
    .where('created_at', '>=', until)
    .where(sql<boolean>`${isListed}`)
    .$if(kind === 'lost', (leads) => leads.where('stage', '=', 'lost'))
    .$if(kind === undefined, (leads) =>
      leads
        .crossJoinLateral((eb) => {
          const keys = eb.fn.coalesce('touch_keys', sql<string[]>`array['unknown']`)
          return sql<{ key: string }>`unnest(${keys})`.as<'keys'>(sql`keys(key)`)
        })
        .where(kindOfKey, 'in', kinds),
    )
  // Both have the requested columns: an incomplete `arrivedColumns` does not compile.
  const facts = stored.$castTo<Pick<Fact, Column>>().unionAll(arrived.$castTo<Pick<Fact, Column>>())
  return statistics(em).selectFrom(facts.as('fact'))
}
