import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { deleteExpired, deleteOld } from './retention.ts'
import { loggable } from './loggable.ts'
import type { Database, EntityManager } from './modules/database.ts'
import { recountLeads } from './modules/leads/lead-counts.ts'

const intervalMs = 600_000

async function keepHouse(em: EntityManager, config: Config): Promise<void> {
  await recountLeads(em, config.businessTimeZone)
  await deleteExpired(em)
  await deleteOld(em, config.retention)
}

/** Updates the pre-aggregated counts and deletes what has expired, now and every ten minutes. Returns the function that stops it. */
export function startHousekeeping(orm: Database, config: Config, log: FastifyBaseLogger): () => void {
  const run = () => {
    keepHouse(orm.em.fork({ useContext: false }), config).catch((error: unknown) => {
      log.warn({ error: loggable(error) }, 'housekeeping failed')
    })
  }
  run()
  const timer = setInterval(run, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
