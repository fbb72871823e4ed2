import { setTimeout as sleep } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type ConstructorOptions, type Db, fromKysely } from 'pg-boss'
import { isUnavailable } from '../db/unavailable.ts'

/** The schema in the database that belongs to the engine. Its own migrations create it (install-jobs.ts). */
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
} satisfies ConstructorOptions

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
 * The same outside of transactions, where a statement whose connection broke is sent again. How a job ended would else be
 * known only once its heartbeat is missed.
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
