import type { Config } from '../config/config.ts'
import { poolOf } from '../db/run.ts'
import { type Jobs, type Log, openJobs } from '../jobs/jobs.ts'
import type { Relay } from '../jobs/relay.ts'
import { loggable } from '../errors/loggable.ts'
import type { Services } from './context.ts'
import type { EntityManager } from '../entities/database.ts'
import { pieceSender } from '../modules/pieces/send-piece.service.ts'
import { openFileStore } from '../modules/print/files/open-file-store.ts'
import { printLimits } from '../modules/print/print-limits.ts'
import { finishedProofs } from '../modules/print/proofs/finished-proofs.ts'
import { takeProofs } from '../modules/print/proofs/proof-outbox.ts'
import { rememberedRenderers, type Renderers } from '../modules/print/renderers/remembered-renderers.ts'
import { findRenderers } from '../modules/print/renderers/renderers.queries.ts'

type PrintServices = Pick<
  Services,
  'files' | 'printLimits' | 'findRenderers' | 'finishedProofs' | 'proofRelay' | 'sendPiece'
>

/** The services of the print API handlers, one set for each instance. */
export function printServices(
  config: Config,
  em: EntityManager,
  log: Log,
  renderersHere?: () => Promise<Renderers>,
): PrintServices {
  return {
    files: openFileStore(config),
    printLimits: printLimits(em, config.writesPerMinute),
    findRenderers: renderersHere ?? rememberedRenderers(() => findRenderers(em.fork({ useContext: false }))),
    finishedProofs: finishedProofs({
      databaseUrl: config.databaseUrl,
      pool: () => poolOf(em),
      onFailure: (error) => log.warn({ error: loggable(error) }, 'lost the connection that announces proofs'),
    }),
    sendPiece: pieceSender(config.pieces),
    proofRelay: proofRelay(openJobs(em, { databaseUrl: config.databaseUrl, log })),
  }
}

/** Queues new proofs. Renderers do, too, so a proof survives an instance that dies first. Starts with the first proof. */
function proofRelay(jobs: Jobs): Relay {
  let relay: Relay | undefined
  return {
    wake() {
      relay ??= jobs.relay('proofs', takeProofs)
      relay.wake()
    },
    stop: () => jobs.stop(0),
  }
}
