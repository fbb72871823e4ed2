import { sql } from 'kysely'
import { now } from '../db/database-clock.ts'
import { type EntityManager, tables } from '../entities/database.ts'

// One breaker for each destination of outbound calls, shared by all processes through the database.

/** After this many failures in a row nothing is sent for a while, so that not every job runs into the same timeout. */
const maxFailures = 3
const maxRestSeconds = 300

/** Whether calls to the destination have to wait. */
export async function isOpen(em: EntityManager, destination: string): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('circuit_breaker')
    .select('destination')
    .where('destination', '=', destination)
    .where('openUntil', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Counts a failure that other calls to the destination would run into, too.
 * @param restMs the time for which the destination asked for no further calls
 */
export async function countFailure(em: EntityManager, destination: string, restMs?: number): Promise<void> {
  const asked = sql`${restMs ?? null}::float8 / 1000`
  await tables(em)
    .insertInto('circuit_breaker')
    .values({ destination, failures: 1, openUntil: restUntil(asked) })
    .onConflict((conflict) =>
      conflict.column('destination').doUpdateSet((eb) => {
        const failures = sql<number>`${eb.ref('circuit_breaker.failures')} + 1`
        const doubled = sql`least(${maxRestSeconds}, power(2, least(${failures} - ${maxFailures}, 10)))`
        const breaker = sql`case when ${failures} >= ${maxFailures} then ${doubled} end`
        // What the destination asked for before still holds.
        const openUntil = sql<Date | null>`greatest(${eb.ref('circuit_breaker.openUntil')}, ${restUntil(sql`greatest(${asked}, ${breaker})`)})`
        return { failures, openUntil }
      }),
    )
    .execute()
}

/** Null, which is never later than now, if there is no reason to rest. */
const restUntil = (seconds: ReturnType<typeof sql>) => sql<Date | null>`now() + make_interval(secs => ${seconds})`

/** Notes that a call has succeeded. A rest that the destination asked for meanwhile stays. */
export async function countSuccess(em: EntityManager, destination: string): Promise<void> {
  await tables(em)
    .deleteFrom('circuit_breaker')
    .where('destination', '=', destination)
    .where((eb) => eb.or([eb('openUntil', 'is', null), eb('openUntil', '<=', now)]))
    .execute()
}

/** Lets calls to these destinations through again, because somebody wants it tried at once. */
export async function closeBreakers(em: EntityManager, destinations: readonly string[]): Promise<void> {
  if (destinations.length === 0) return
  await tables(em)
    .deleteFrom('circuit_breaker')
    .where('destination', 'in', [...destinations])
    .execute()
}
