import { setTimeout as sleep } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import {
  type ConstructorOptions,
  type Db,
  fromKysely,
  PgBoss,
  type QueueOptions,
  type QueuePolicy,
  systemClock,
} from 'pg-boss'
import { run } from '../db/sql.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { type JobKind, jobKinds, kindNames } from './job-kinds.ts'

/** The database schema that belongs to the engine. Its own migrations create it (`installJobs()`). */
const engineSchema = 'jobs'

/**
 * A job whose worker has been silent for this long is given to another worker within a few seconds: the engine checks
 * for such jobs every second, and waits up to two before the next attempt. A queue's own setting allows no less than
 * ten, so each job sets its own.
 */
export const heartbeatSeconds = 6

/** Settings of every engine instance. */
export const engineOptions = {
  schema: engineSchema,
  // Nothing here runs at fixed times.
  schedule: false,
  // The engine checks every second for dead workers, so that their jobs restart within 15 seconds.
  superviseIntervalSeconds: 1,
  monitorIntervalSeconds: 1,
  maintenanceIntervalSeconds: 30,
  // Only the schema's owner may rebuild an index.
  reindex: false,
  // A clock that is never set back, because the engine waits for times of this clock.
  clock: { ...systemClock, now: () => performance.timeOrigin + performance.now() },
} satisfies ConstructorOptions

const claimedOn = sql.id('monitor_claim_on')
const maintainedOn = sql.id('maintain_on')
const startAfter = sql.id('start_after')
const heartbeatOn = sql.id('heartbeat_on')

/**
 * The engine stores when it last checked for dead workers. If the database's clock was set back, it would not check
 * again until that time is reached, and jobs would wait as long for their next attempt.
 */
export async function catchUp(em: EntityManager): Promise<void> {
  // Other transactions may store times that are slightly later.
  const isAhead = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
    sql`greatest(${one}, ${other}) > now() + interval '1 minute'`
  await run(
    em,
    sql`with ahead as (
          update jobs.queue set ${claimedOn} = now(), ${maintainedOn} = now()
           where ${isAhead(claimedOn, maintainedOn)} returning 1
        )
        update jobs.job set ${startAfter} = least(${startAfter}, now()), ${heartbeatOn} = least(${heartbeatOn}, now())
         where exists (select from ahead) and state in ('created', 'retry', 'active')
           and ${isAhead(startAfter, heartbeatOn)}`,
  )
}

/** Runs the engine's statements on the entity manager's connections, and in its transaction if there is one. */
export function engineDatabase(em: EntityManager): Db {
  const database = fromKysely(em.getKysely())
  return {
    async executeSql(text, values) {
      const { rows } = await database.executeSql(text, values)
      // The engine caches running singleton jobs and pauses their queue until the next check. Its unique index prevents
      // a second one just as well, without the delay.
      for (const row of rows) if ('singletonsActive' in row) row.singletonsActive = null
      return { rows }
    },
  }
}

const retryMs = 250

/**
 * Like `engineDatabase()`, for use outside of transactions: repeats a statement whose connection broke. Otherwise, the
 * outcome of a job would be known only after a missed heartbeat.
 */
export function lastingEngineDatabase(em: EntityManager): Db {
  const database = engineDatabase(em)
  return {
    async executeSql(text, values) {
      try {
        return await database.executeSql(text, values)
      } catch (error) {
        if (!isUnavailable(error)) throw error
        await sleep(retryMs)
        return database.executeSql(text, values)
      }
    },
  }
}

/** Maximum run time of one job. */
const maxRunSeconds = 600
/** Finished jobs are kept only briefly, because their source rows have the results. */
const keptSeconds = 30
/** Ten years. The engine deletes a job that waits longer than this, and its source row would then wait forever. */
const longestWaitSeconds = 315_360_000

const policies: Record<(typeof jobKinds)[JobKind]['order'], QueuePolicy> = {
  any: 'standard',
  one_at_a_time: 'singleton',
  by_key: 'key_strict_fifo',
}

function optionsOf(kind: JobKind): QueueOptions & { notify: boolean } {
  const { retryMs } = jobKinds[kind]
  return {
    // The handler gives up on a job, so that its row records the failure (jobs.ts). A job failed by the engine would
    // block its key forever.
    retryLimit: 1_000_000,
    retryDelay: Math.ceil(retryMs.first / 1000),
    retryBackoff: true,
    retryDelayMax: Math.ceil(retryMs.longest / 1000),
    expireInSeconds: maxRunSeconds,
    deleteAfterSeconds: keptSeconds,
    retentionSeconds: longestWaitSeconds,
    notify: true,
  }
}

/** Creates or migrates the engine's schema and its queues. Requires the database's owner. */
export async function installJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ ...engineOptions, connectionString: databaseUrl, max: 2, supervise: false })
  // A broken connection makes the next query fail, so this event needs no handling.
  boss.on('error', () => {})
  await boss.start()
  try {
    await untilIndexed(boss)
    for (const kind of kindNames) {
      await boss.createQueue(kind, { policy: policies[jobKinds[kind].order], ...optionsOf(kind) })
      await boss.updateQueue(kind, optionsOf(kind))
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Waits for index builds, which the engine's migrations run in the background. */
async function untilIndexed(boss: PgBoss): Promise<void> {
  for (;;) {
    const entries = await boss.getBamStatus()
    if (entries.every(({ status }) => status === 'completed' || status === 'failed')) return
    await sleep(200)
  }
}
