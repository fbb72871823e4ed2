import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import * as Type from 'typebox'
import { codeOf } from '../errors/errors.ts'
import { reader, run } from './sql.ts'

// The API and the worker may only read and write rows. They are neither superuser nor owner, so an attacker who takes
// them over cannot change a table, read a file, or run a program. Migrations run as the owner.

/** The product's tables and the job queue's. */
const schemas = ['public', 'jobs']

const names = reader(Type.Object({ name: Type.String() }))

/** PostgreSQL's codes for a user that does not exist and for a wrong password. */
const refusals = new Set(['28000', '28P01'])

/**
 * Grants access to the serving user: creates the user, or sets its password, if it cannot connect, and grants it all
 * rows of existing and future tables. `owner` is a connection of the migrating user.
 */
export async function grantServing(owner: pg.Client, servingUrl: string): Promise<void> {
  // Parsed by the driver: a URL may name its user in a parameter, or leave it to the environment.
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
  // Set before a migration adds a table, so that a trigger that already writes to it is never denied access.
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
  // Only the owner may change the migration history.
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
