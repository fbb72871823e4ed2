import type { Registry } from 'prom-client'
import type { EntityManager } from '../../../entities/database.ts'
import { stateGauges } from '../../../metrics/state-gauges.ts'
import { readProofQueue } from './proof-queue.queries.ts'

/** Metrics of the queue of proofs, read from the database, so that they exist while no renderer runs. */
export function measurePrintQueue(em: EntityManager, registry: Registry): void {
  const { gauge } = stateGauges(registry, () => readProofQueue(em))
  gauge(
    'print_queue_proofs',
    'Proofs that wait to be made or are being made',
    ({ waiting, rendering }) => waiting + rendering,
  )
  gauge(
    'print_queue_oldest_seconds',
    'Age of the oldest proof that no renderer has begun',
    ({ oldestWaitingSeconds }) => oldestWaitingSeconds,
  )
}
