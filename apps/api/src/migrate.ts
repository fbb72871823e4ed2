import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { MigrationObject } from '@mikro-orm/postgresql'
import pg from 'pg'
import * as Type from 'typebox'
import { codeOf } from './errors/errors.ts'
import { onlyRow, reader } from './db/sql.ts'
import { migrations } from './db/migrations/index.ts'
import { closeOrm, forMigrations, openOrm } from './db/orm.ts'
import { refusalToMigrate, schemaDistance } from './db/schema-version.ts'
import { grantServing } from './db/serving-role.ts'
import { installJobs } from './jobs/engine.ts'

const maxAttempts = 30
const pauseMs = 1_000

export interface MigrateOptions {
  /** The connection URL of the API and the worker, if their user differs from the migrating one. */
  servingUrl?: string | undefined
  /** The last migration to run. Defaults to all. */
  to?: string
  /** The migrations. Defaults to those of this release. */
  steps?: readonly MigrationObject[]
  /** Called when another session holds a lock on a table that a migration changes. */
  onWait?: (attempt: number) => void
}

/**
 * Brings the schema up to date while the product serves requests, and returns the names of the migrations that ran. A
 * change that does not get its lock within two seconds yields to waiting queries and retries. The migrator takes no
 * lock of its own, so an advisory lock on a second connection ensures that only one process migrates.
 * @throws {Error} when a newer release has migrated this database
 */
export async function migrate(
  databaseUrl: string,
  { servingUrl, to, steps = migrations, onWait }: MigrateOptions = {},
): Promise<string[]> {
  const lock = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  await lock.connect()
  const orm = await openOrm(databaseUrl, { entities: [], poolMax: 2, timeouts: forMigrations, migrations: steps })
  try {
    await waitForMigrations(lock)
    const refusal = refusalToMigrate(await schemaDistance(databaseUrl))
    if (refusal) throw new Error(refusal)
    if (servingUrl) await grantServing(lock, servingUrl)
    const before = new Set((await orm.migrator.getExecuted()).map(({ name }) => name))
    for (let attempt = 1; ; attempt += 1) {
      try {
        await orm.migrator.up(to ? { to } : {})
        break
      } catch (error) {
        if (attempt === maxAttempts || !isAboutALock(error)) throw error
        onWait?.(attempt)
        await sleep(pauseMs)
      }
    }
    await installJobs(databaseUrl)
    if (servingUrl) await grantServing(lock, servingUrl)
    return (await orm.migrator.getExecuted()).map(({ name }) => name).filter((name) => !before.has(name))
  } finally {
    await closeOrm(orm)
    await lock.end()
  }
}

const turns = reader(Type.Object({ taken: Type.Boolean() }))

/**
 * Polls instead of waiting for the lock: a concurrent index build waits for every open transaction, including the
 * waiting one.
 */
async function waitForMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const rows = await turns(client, sql`select pg_try_advisory_lock(hashtext('direct-mail-migrations')) as taken`)
    if (onlyRow(rows).taken) return
    await sleep(200)
  }
}

const lockNotAvailable = '55P03'
const deadlockDetected = '40P01'

function isAboutALock(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // The driver's error has a code, but the library wraps it.
  const code = codeOf(error)
  return code === lockNotAvailable || code === deadlockDetected || isAboutALock(error.cause)
}
