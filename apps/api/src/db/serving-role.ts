import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import * as Type from 'typebox'
import { codeOf } from '../errors/errors.ts'
import { reader, run } from './sql.ts'

// The API and the worker may read and write rows, and nothing else: they are neither superuser nor owner, so that an
// attacker who takes them over can change no table, read no file, and run no program. Migrations run as the owner.

/** The tables of the product, and those of the queue of jobs. */
const schemas = ['public', 'jobs']

const names = reader(Type.Object({ name: Type.String() }))

/** PostgreSQL's codes for a user that does not exist and for a wrong password. */
const refusals = new Set(['28000', '28P01'])

/**
 * Grants the serving user access: creates the user, or sets its password, when it cannot connect, and grants it all rows of
 * existing and future tables. `owner` is a connection of the migrating user.
 */
export async function grantServing(owner: pg.Client, servingUrl: string): Promise<void> {
  // As the driver reads it: an address may name its user in a parameter, or leave it to the environment.
  const { user: name = '', password } = new pg.Client({ connectionString: servingUrl })
  if (name === owner.user) return
  const role = sql.id(name)
  const execute = (statement: RawBuilder<unknown>) => run(owner, statement)
  if (!(await canConnect(servingUrl))) {
    const known = await execute(sql`select from pg_roles where rolname = ${name}`)
    const verb = known.length > 0 ? sql`alter` : sql`create`
    await execute(sql`${verb} role ${role} login password ${sql.lit(password ?? '')}`)
  }

  await execute(sql`revoke create on schema public from public`)
  await execute(sql`revoke temporary on database ${sql.id(owner.database ?? '')} from public`)
  // Before a migration adds a table, so that a trigger that already writes to it is never denied access.
  await execute(sql`alter default privileges grant select, insert, update, delete on tables to ${role}`)
  await execute(sql`alter default privileges grant usage on sequences to ${role}`)
  for (const { name: schema } of await names(
    owner,
    sql`select nspname as name from pg_namespace where nspname = any(${schemas})`,
  )) {
    await execute(sql`grant usage on schema ${sql.id(schema)} to ${role}`)
    await execute(sql`grant select, insert, update, delete on all tables in schema ${sql.id(schema)} to ${role}`)
    await execute(sql`grant usage on all sequences in schema ${sql.id(schema)} to ${role}`)
  }
  // Only the owner may change the list of migrations.
  const history = await execute(
    sql`select from pg_tables where schemaname = 'public' and tablename = 'schema_migration'`,
  )
  if (history.length > 0) await execute(sql`revoke insert, update, delete on schema_migration from ${role}`)
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    return true
  } catch (error) {
    if (refusals.has(codeOf(error) ?? '')) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}
