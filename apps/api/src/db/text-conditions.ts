import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from './columns.ts'

/** Each is SQL with a `?` for each of its values. */
export type Conditions = [sql: string, values: unknown[]][]

export const joined = (conditions: Conditions) =>
  conditions.length > 0 ? conditions.map(([text]) => text).join(' and ') : 'true'

export const valuesOf = (conditions: Conditions): unknown[] => conditions.flatMap(([, values]) => values)

interface Paged {
  properties: { id: unknown; createdAt: unknown }
}

export function orderBy(entity: Paged, { descending }: { descending: boolean }): string {
  const { createdAt, id } = columnsOf(entity)
  return [createdAt, id].map((name) => (descending ? `${name} desc` : name)).join(', ')
}

/** The condition that a row with a UUID comes after another one. `values` are that row's time and id. */
export function afterKey(entity: Paged, { descending }: { descending: boolean }, values: string[]): Conditions[number] {
  const { id, createdAt } = columnsOf(entity)
  return [`(${createdAt}, ${id}) ${descending ? '<' : '>'} (?::timestamptz, ?::uuid)`, values]
}

/** The same SQL for the `sql` tag. */
export function fragment(given: string | Conditions[number] | RawBuilder<unknown>): RawBuilder<unknown> {
  if (typeof given === 'string') return sql.raw(given)
  if (!Array.isArray(given)) return given
  const [text, values] = given
  const parts = text.split('?').map((part) => sql.raw(part))
  return sql.join(
    parts.flatMap((part, place) => (place === 0 ? [part] : [sql`${values[place - 1]}`, part])),
    sql``,
  )
}
