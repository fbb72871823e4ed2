import pg from 'pg'
import * as Type from 'typebox'
import { codeOf } from '../errors.ts'
import { checkedRows } from './checked-rows.ts'

// The API and the worker may read and write rows, and nothing else: they are neither superuser nor owner, so that whoever
// takes them over can change no table, read no file and run no program. Migrations run as the owner.

/** The tables of the product, and those of the queue of jobs. */
const schemas = ['public', 'jobs']

/** PostgreSQL's codes for a user that does not exist and for a wrong password. */
const refusals = new Set(['28000', '28P01'])

/**
 * Lets the user of this address serve the product: creates the user, or sets its password, where it cannot connect, and
 * grants it all rows of existing and future tables. `owner` is connected as the one who migrates.
 */
export async function grantServing(owner: pg.Client, servingUrl: string): Promise<void> {
  // As the driver reads it: an address may name its user in a parameter, or leave it to the environment.
  const { user: name = '', password } = new pg.Client({ connectionString: servingUrl })
  if (name === owner.user) return
  const role = owner.escapeIdentifier(name)
  if (!(await canConnect(servingUrl))) {
    const known = await owner.query('select from pg_roles where rolname = $1', [name])
    const secret = owner.escapeLiteral(password ?? '')
    await owner.query(`${known.rows.length > 0 ? 'alter' : 'create'} role ${role} login password ${secret}`)
  }

  await owner.query(`revoke create on schema public from public`)
  await owner.query(`revoke temporary on database ${owner.escapeIdentifier(owner.database ?? '')} from public`)
  // Before a migration adds a table, so that nobody is refused a table that a trigger already writes to.
  await owner.query(`alter default privileges grant select, insert, update, delete on tables to ${role}`)
  await owner.query(`alter default privileges grant usage on sequences to ${role}`)
  for (const schema of await existing(owner)) {
    await owner.query(`grant usage on schema ${schema} to ${role}`)
    await owner.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`)
    await owner.query(`grant usage on all sequences in schema ${schema} to ${role}`)
  }
  // Which migrations have run is decided by those who may run them.
  const history = await owner.query(
    "select from pg_tables where schemaname = 'public' and tablename = 'schema_migration'",
  )
  if (history.rows.length > 0) await owner.query(`revoke insert, update, delete on schema_migration from ${role}`)
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

const names = checkedRows(Type.Object({ name: Type.String() }))

async function existing(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query('select nspname as name from pg_namespace where nspname = any($1)', [schemas])
  return names(rows).map(({ name }) => name)
}
