import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { onlyRow } from './checked-rows.ts'
import { reader } from './run.ts'
import { distanceOf, refusalToServe } from './schema-version.ts'

interface Column {
  table: string
  name: string
}

/** Has no entity, but sign-in requires it. */
const countedLimits = ['key', 'points', 'expire'].map((name) => ({ table: 'rate_limit', name }))

const neededBy = (em: EntityManager): Column[] => [
  ...countedLimits,
  ...[...em.getMetadata().getAll().values()].flatMap(({ tableName, props }) =>
    props.flatMap(({ fieldNames }) => fieldNames.map((name) => ({ table: tableName, name }))),
  ),
]

const found = reader(Type.Object({ applied: Type.Array(Type.String()), lacking: Type.Array(Type.String()) }))

/**
 * Why the database, as it is now, cannot be served by this release: its schema is another one, or tables or columns are
 * gone or may not be read. Undefined when it can. Rejects when the database does not answer.
 */
export async function unfitSchema(em: EntityManager): Promise<string | undefined> {
  const rows = await found(
    em,
    sql`select array(select name::text from schema_migration order by id) as applied,
            array(select "table" || '.' || name from jsonb_to_recordset(${JSON.stringify(neededBy(em))}::jsonb) as needed ("table" text, name text)
                   where has_table_privilege(to_regclass("table"), 'select') is not true
                      or not exists (select from pg_attribute
                                      where attrelid = to_regclass("table") and attname = name and not attisdropped)
                 ) as lacking`,
  )
  const { applied, lacking } = onlyRow(rows)
  const refusal = refusalToServe(distanceOf(applied))
  return refusal ?? (lacking.length === 0 ? undefined : `The database lacks ${lacking.slice(0, 5).join(', ')}`)
}
