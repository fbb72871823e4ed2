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

/** The schema in the database that belongs to the engine. Its own migrations create it (`installJobs()`). */
const engineSchema = 'jobs'

/**
 * A job whose worker has been silent for this long goes to another one, a few seconds later at most: the engine looks for
 * such jobs each second, and waits for up to two before the next attempt. A queue as a whole allows no less than ten, so each job
 * sets its own.
 */
export const heartbeatSeconds = 6

/** Settings that every instance of the engine has. */
export const engineOptions = {
  schema: engineSchema,
  // Nothing here runs at fixed times.
  schedule: false,
  // The engine looks every second for workers that died, so that their jobs restart within 15 seconds.
  superviseIntervalSeconds: 1,
  monitorIntervalSeconds: 1,
  maintenanceIntervalSeconds: 30,
  // Only the owner of the schema may rebuild an index.
  reindex: false,
  // The engine waits until a time of this clock, so it must not be set back.
  clock: { ...systemClock, now: () => performance.timeOrigin + performance.now() },
} satisfies ConstructorOptions

const claimedOn = sql.id('monitor_claim_on')
const maintainedOn = sql.id('maintain_on')
const startAfter = sql.id('start_after')
const heartbeatOn = sql.id('heartbeat_on')

/**
 * The engine remembers when it last looked for dead workers. After the database's clock was set back, it would look again only
 * once that time has come, and jobs would wait as long for their next attempt.
 */
export async function catchUp(em: EntityManager): Promise<void> {
  // Other transactions may store times that are later than this one by moments.
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

/** Runs the engine's statements on the connections of the entity manager, in its transaction when there is one. */
export function engineDatabase(em: EntityManager): Db {
  const database = fromKysely(em.getKysely())
  return {
    async executeSql(text, values) {
      const { rows } = await database.executeSql(text, values)
      // The engine caches the running singleton jobs and pauses their queue until the next check. Its unique index prevents a
      // second one just as well, without the delay.
      for (const row of rows) if ('singletonsActive' in row) row.singletonsActive = null
      return { rows }
    },
  }
}

const retryMs = 250

/**
 * The same outside of transactions, where a statement whose connection broke is sent again. Otherwise, the outcome of a job
 * would be known only when its heartbeat is missed.
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

/** The longest that one job may run. */
const maxRunSeconds = 600
/** Finished jobs are kept briefly: their source rows have the results. */
const keptSeconds = 30
/** Ten years. The engine deletes a job that waits for longer than this, and its source row would wait for it forever. */
const longestWaitSeconds = 315_360_000

const policies: Record<(typeof jobKinds)[JobKind]['order'], QueuePolicy> = {
  any: 'standard',
  one_at_a_time: 'singleton',
  by_key: 'key_strict_fifo',
}

function optionsOf(kind: JobKind): QueueOptions & { notify: boolean } {
  const { retryMs } = jobKinds[kind]
  return {
    // The handler gives up on a job, so that its row records it (jobs.ts). A job that the engine failed would block its key
    // forever.
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

/** Creates or migrates the engine's schema and its queues. Only the owner of the database may. */
export async function installJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ ...engineOptions, connectionString: databaseUrl, max: 2, supervise: false })
  // When a connection breaks, the next query fails.
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

/** The engine's migrations leave the building of indexes to itself. */
async function untilIndexed(boss: PgBoss): Promise<void> {
  for (;;) {
    const entries = await boss.getBamStatus()
    if (entries.every(({ status }) => status === 'completed' || status === 'failed')) return
    await sleep(200)
  }
}
