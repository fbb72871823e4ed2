import type { Config } from '../../config.ts'
import { poolOf } from '../../db/prepared.ts'
import type { Services } from '../context.ts'
import type { EntityManager } from '../database.ts'
import { openFileStore } from './files/open-file-store.ts'
import { announceQueue } from './proofs/announce-queue.ts'
import { finishedProofs } from './proofs/finished-proofs.ts'
import { rememberedRenderers, type Renderers } from './renderers/remembered-renderers.ts'
import { findRenderers } from './renderers/renderers.queries.ts'

type PrintServices = Pick<Services, 'files' | 'findRenderers' | 'finishedProofs' | 'announceQueue'>

/** What the handlers of the print API need, once for each instance. */
export function printServices(
  config: Config,
  em: EntityManager,
  warn: (message: string) => (error: unknown) => void,
  renderersHere?: () => Promise<Renderers>,
): PrintServices {
  const pool = () => poolOf(em)
  return {
    files: openFileStore(config),
    findRenderers: renderersHere ?? rememberedRenderers(() => findRenderers(em.fork({ useContext: false }))),
    finishedProofs: finishedProofs({
      databaseUrl: config.databaseUrl,
      pool,
      onFailure: warn('lost the connection that announces proofs'),
    }),
    announceQueue: announceQueue(pool, warn('a proof was not announced')),
  }
}
