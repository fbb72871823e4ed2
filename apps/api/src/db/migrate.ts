import type { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'

/**
 * Brings the schema up to date; returns the names of the migrations that ran.
 * A lock on a second connection lets only one process migrate: the migrator itself takes none.
 */
export async function migrate(orm: MikroORM, databaseUrl: string): Promise<string[]> {
  const lock = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  await lock.connect()
  try {
    await lock.query("select pg_advisory_lock(hashtext('direct-mail-migrations'))")
    return (await orm.migrator.up()).map(({ name }) => name)
  } finally {
    await lock.end()
  }
}
