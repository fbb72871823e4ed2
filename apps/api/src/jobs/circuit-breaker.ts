import { type Expression, sql } from 'kysely'
import { type EntityManager, tables } from '../entities/database.ts'

// One breaker for each destination of outbound calls, shared by all processes through the database.

/**
 * After this many consecutive failures, nothing is sent for a while, so that not every job runs into the same timeout.
 */
const maxFailures = 3
const maxRestSeconds = 300

/** The longest cooldown that a destination can request. */
export const maxCooldownMs = 3_600_000

/**
 * True during a cooldown. No cooldown is longer than an hour, so one that seems longer began before the clock was set
 * back.
 */
export const isCoolingDown = (openUntil: Expression<unknown>) =>
  sql<boolean>`coalesce(${openUntil} > now() and ${openUntil} <= now() + interval '1 hour', false)`

/** True while calls to the destination must wait. */
export async function isOpen(em: EntityManager, destination: string): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('circuit_breaker')
    .select('destination')
    .where('destination', '=', destination)
    .where((eb) => isCoolingDown(eb.ref('openUntil')))
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Counts a failure that would affect other calls to the destination, too.
 * @param cooldownMs the pause that the destination requested
 */
export async function countFailure(em: EntityManager, destination: string, cooldownMs?: number): Promise<void> {
  const asked = sql`${cooldownMs ?? null}::float8 / 1000`
  await tables(em)
    .insertInto('circuit_breaker')
    .values({ destination, failures: 1, openUntil: cooldownUntil(asked) })
    .onConflict((conflict) =>
      conflict.column('destination').doUpdateSet((eb) => {
        const failures = sql<number>`${eb.ref('circuit_breaker.failures')} + 1`
        const doubled = sql`least(${maxRestSeconds}, power(2, least(${failures} - ${maxFailures}, 10)))`
        const breaker = sql`case when ${failures} >= ${maxFailures} then ${doubled} end`
        const former = eb.ref('circuit_breaker.openUntil')
        // Never shortens a pause that the destination requested earlier.
        const openUntil = sql<Date | null>`greatest(case when ${isCoolingDown(former)} then ${former} end, ${cooldownUntil(sql`greatest(${asked}, ${breaker})`)})`
        return { failures, openUntil }
      }),
    )
    .execute()
}

/** Null, which is never later than now, when no cooldown is needed. */
const cooldownUntil = (seconds: ReturnType<typeof sql>) => sql<Date | null>`now() + make_interval(secs => ${seconds})`

/** Records a successful call. A pause that the destination requested meanwhile stays in effect. */
export async function countSuccess(em: EntityManager, destination: string): Promise<void> {
  await tables(em)
    .deleteFrom('circuit_breaker')
    .where('destination', '=', destination)
    .where((eb) => eb.not(isCoolingDown(eb.ref('openUntil'))))
    .execute()
}

/** Closes the breakers of these destinations when staff start a retry. */
export async function closeBreakers(em: EntityManager, destinations: readonly string[]): Promise<void> {
  if (destinations.length === 0) return
  await tables(em)
    .deleteFrom('circuit_breaker')
    .where('destination', 'in', [...destinations])
    .execute()
}
