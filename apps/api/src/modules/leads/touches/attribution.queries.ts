import type { EntityManager } from '@mikro-orm/postgresql'
import { type Attribution, type AttributionRow, type Input } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows } from '../../../db/checked-rows.ts'
import { columnsOf } from '../../../db/columns.ts'
import { csvOf } from '../../../db/csv.ts'
import type { Conditions } from '../../../db/keyset-page.ts'
import { dayConditions } from '../../../db/record-conditions.ts'
import { isListed } from '../lead-counts.ts'
import { touchCounts } from './touch-counts.ts'
import { LeadTouchDayEntity } from './touch-counts.entity.ts'

type Asked = Input<'getAttribution'>['query']

const counted = columnsOf(LeadTouchDayEntity)

const mostRows = 500
/** More of them would be codes of single addressees. */
const mostLines = 100_000

const Figures = { leads: Type.Integer(), won: Type.Integer(), valued: Type.Integer(), cents: Type.Integer() }
const all = Type.Object({
  allLeads: Type.Integer(),
  allWon: Type.Integer(),
  allValued: Type.Integer(),
  allCents: Type.Integer(),
})
const found = checkedRows(
  Type.Object({
    ...Figures,
    ...all.properties,
    kind: Type.String(),
    name: Type.String(),
    label: Type.Optional(Type.String()),
  }),
)

/** The sums of one row, and those of all rows, by the names that they are selected as. */
const sums = Object.entries({ leads: 'leads', won: 'won', valued: counted.wonValued, cents: counted.wonCents })
const sumsSql = sums.flatMap(([name, column]) => [
  `sum(${column})::float8 as ${name}`,
  `sum(sum(${column})) over ()::float8 as "all${name.charAt(0).toUpperCase()}${name.slice(1)}"`,
])

async function readRows(
  em: EntityManager,
  { by = 'source', touch = 'last', from, to }: Asked,
  timeZone: string,
  limit: number,
) {
  const days: Conditions = []
  if (from) days.push([`${counted.day} >= ?::date`, [from]])
  if (to) days.push([`${counted.day} <= ?::date`, [to]])
  const kinds = [`${touch}.${by}`, 'unknown']
  const instants = dayConditions(from, to, timeZone)
  const [sql, values] = await touchCounts(em, { kinds, days, instants }, isListed, timeZone)
  const rows = await em.execute(
    `select listed.*, link.label
       from (select kind, name, ${sumsSql.join(', ')} from ${sql} as counts
              group by kind, name having sum(leads) > 0 order by leads desc, kind, name limit ?) as listed
       left join campaign_link as link on ? and link.code = listed.name
      order by leads desc, kind, name`,
    [...values, limit, by === 'piece'],
  )
  return found(rows)
}

const dollars = (cents: number) => cents / 100

/** What brought the leads of a range of days of the business time zone. */
export async function getAttribution(em: EntityManager, asked: Asked, timeZone: string): Promise<Attribution> {
  const rows = await readRows(em, asked, timeZone, mostRows)
  const [first] = rows
  return {
    total: {
      leads: first?.allLeads ?? 0,
      won: first?.allWon ?? 0,
      valued: first?.allValued ?? 0,
      value: dollars(first?.allCents ?? 0),
    },
    rows: rows.map(({ kind, name, label, leads, won, valued, cents }): AttributionRow => ({
      cameBy: kind === 'unknown' ? kind : `${kind}=${name}`,
      ...(kind !== 'unknown' && { name }),
      ...(label && { label }),
      leads,
      won,
      valued,
      value: dollars(cents),
    })),
  }
}

/** The same as CSV, with every row. */
export async function exportAttribution(em: EntityManager, asked: Asked, timeZone: string) {
  const rows = await readRows(em, asked, timeZone, mostLines)
  const { by = 'source' } = asked
  const headings = [by, ...(by === 'piece' ? ['label'] : []), 'leads', 'won', 'wonWithValue', 'value']
  return csvOf(
    headings,
    rows.map(({ kind, name, label, leads, won, valued, cents }) => [
      kind === 'unknown' ? '(not known)' : name || '(none)',
      ...(by === 'piece' ? [label ?? null] : []),
      leads,
      won,
      valued,
      dollars(cents),
    ]),
  )
}
