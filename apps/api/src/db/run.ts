import type { EntityManager } from '@mikro-orm/postgresql'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Pool } from 'pg'
import type { Static, TObject, TRecord } from 'typebox'
import { checkedRows } from './checked-rows.ts'

/** The entity manager, in its transaction when there is one, or a connection of the driver. */
export type Connection = EntityManager | Pick<Pool, 'query'>

const compiler = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The driver's own pool, for the few statements where the cost of the ORM's connection shows. */
export const poolOf = (em: EntityManager): Promise<Pool> => em.getDriver().getConnection().getNativeClient()

/** A statement as the driver takes it. */
export function compiled(statement: RawBuilder<unknown>): { text: string; values: unknown[] } {
  const { sql: text, parameters } = statement.compile(compiler)
  return { text, values: [...parameters] }
}

/** The text of SQL without parameters, as an index has it. */
export function textOf(fragment: RawBuilder<unknown>): string {
  const { text, values } = compiled(fragment)
  if (values.length > 0) throw new TypeError('SQL with parameters cannot be compiled ahead')
  return text
}

/** The same SQL, which is compiled here and not with each statement that it is part of. It must have no parameters. */
export const prepared = (fragment: RawBuilder<unknown>): RawBuilder<unknown> => sql.raw(textOf(fragment))

/** Runs a statement. Its rows have no type until a schema has read them. */
export async function run(db: Connection, statement: RawBuilder<unknown>): Promise<unknown[]> {
  if ('getKysely' in db) return (await statement.execute(db.getKysely())).rows
  const { text, values } = compiled(statement)
  return (await db.query(text, values)).rows
}

/** Runs a statement that the server parses and plans once for each connection, under this name. */
export async function runPrepared(
  pool: Pick<Pool, 'query'>,
  name: string,
  statement: RawBuilder<unknown>,
): Promise<unknown[]> {
  return (await pool.query({ name, ...compiled(statement) })).rows
}

/** Reads rows of this schema. Each row is checked, and members that are optional and null are left out. */
export function reader<Schema extends TObject | TRecord>(schema: Schema) {
  const rows = checkedRows(schema)
  return async (db: Connection, statement: RawBuilder<unknown>): Promise<Static<Schema>[]> =>
    rows(await run(db, statement))
}
