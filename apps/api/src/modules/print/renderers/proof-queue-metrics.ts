import { Gauge, type Registry } from 'prom-client'
import type { EntityManager } from '../../../entities/database.ts'
import { readProofQueue } from './proof-queue.queries.ts'

/** Metrics of the queue of proofs, read from the database, so that they exist while no renderer runs. */
export function measurePrintQueue(em: EntityManager, registry: Registry): void {
  // One query serves both gauges.
  let reading: ReturnType<typeof readProofQueue> | undefined
  const read = () => {
    reading ??= readProofQueue(em).finally(() => (reading = undefined))
    return reading.catch(() => undefined)
  }
  const gauge = (name: string, help: string, value: (state: Awaited<ReturnType<typeof readProofQueue>>) => number) => {
    const measured = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const state = await read()
        if (state) measured.set(value(state))
        else measured.remove()
      },
    })
  }
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
