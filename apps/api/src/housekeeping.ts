import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/config.ts'
import { deleteExpired, deleteOld } from './retention.ts'
import { loggable } from './errors/loggable.ts'
import type { Database, EntityManager } from './entities/database.ts'
import { correctFacts, recountLeads } from './modules/leads/lead-recount.ts'
import { resealAuthenticators } from './modules/second-factor/authenticator.service.ts'
import { openFileStore } from './modules/print/files/open-file-store.ts'
import { removeForgottenFiles } from './modules/print/files/file-store.ts'
import { deleteRunFiles } from './modules/production/runs/run-retention.ts'
import { deleteEndedKeys, deleteExpiredProofs } from './modules/print/proofs/proof-retention.ts'

type Log = Pick<FastifyBaseLogger, 'warn'>

const intervalMs = 600_000
/** Searching all files takes longer, and finds something only after a process was killed. */
const roundsBetweenSearches = 6

async function keepHouse(em: EntityManager, config: Config, log: Log, round: number): Promise<void> {
  await resealAuthenticators(em, config.sessionSecrets)
  await recountLeads(em, config.businessTimeZone)
  const corrected = await correctFacts(em, config.businessTimeZone)
  if (corrected > 0) log.warn({ facts: corrected }, 'lead facts were wrong and have been corrected')
  await deleteExpired(em)
  await deleteOld(em, config.retention)
  const files = openFileStore(config)
  await deleteExpiredProofs(em, files)
  await deleteEndedKeys(em, files)
  await deleteRunFiles(em, files, config.retention.runFiles)
  if (round % roundsBetweenSearches === 0) await removeForgottenFiles(em, files)
}

/**
 * Updates the pre-aggregated counts and deletes expired rows, immediately and every ten minutes, or half a minute after
 * an error, because a database is often slow while everything starts. Returns the function that stops it.
 */
export function startHousekeeping(
  orm: Pick<Database, 'em'>,
  config: Config,
  log: Log,
  { retryMs = 30_000 } = {},
): () => void {
  let round = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const run = async () => {
    let nextMs = intervalMs
    try {
      await keepHouse(orm.em.fork({ useContext: false }), config, log, round)
      round += 1
    } catch (error) {
      log.warn({ error: loggable(error) }, 'housekeeping failed')
      nextMs = retryMs
    }
    if (isStopped) return
    timer = setTimeout(() => void run(), nextMs)
    timer.unref()
  }
  void run()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
