import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from './checked-rows.ts'
import { forMigrations, openOrm } from './orm.ts'
import { refusalToMigrate, schemaDistance } from './schema-version.ts'

const maxAttempts = 30
const pauseMs = 1_000

interface MigrateOptions {
  /** The last one to run; all by default. */
  to?: string
  /** Hears that somebody holds a table that is to be changed. */
  onWait?: (attempt: number) => void
}

/**
 * Brings the schema up to date while the product serves; returns the names of the migrations that ran. A change that
 * does not get its lock within two seconds lets everybody pass and tries again.
 * A lock on a second connection lets only one process migrate: the migrator itself takes none.
 * @throws {Error} when a newer release has been here
 */
export async function migrate(databaseUrl: string, { to, onWait }: MigrateOptions = {}): Promise<string[]> {
  const lock = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  await lock.connect()
  const orm = await openOrm(databaseUrl, { entities: [], poolMax: 2, timeouts: forMigrations })
  try {
    await takeTurn(lock)
    const refusal = refusalToMigrate(await schemaDistance(databaseUrl))
    if (refusal) throw new Error(refusal)
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
    return (await orm.migrator.getExecuted()).map(({ name }) => name).filter((name) => !before.has(name))
  } finally {
    await orm.close(true)
    await lock.end()
  }
}

const turns = checkedRows(Type.Object({ taken: Type.Boolean() }))

/** Asks again and again: a session that waits for the lock would be waited for by an index that is built beside writers. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_lock(hashtext('direct-mail-migrations')) as taken")
    if (onlyRow(turns(rows)).taken) return
    await sleep(200)
  }
}

const lockNotAvailable = '55P03'
const deadlockDetected = '40P01'

function isAboutALock(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Drivers add a code; the library wraps the driver's error.
  const { code } = error as { code?: unknown }
  return code === lockNotAvailable || code === deadlockDetected || isAboutALock(error.cause)
}
