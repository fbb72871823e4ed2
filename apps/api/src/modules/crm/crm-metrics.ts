import type { EntityManager } from '@mikro-orm/postgresql'
import { Gauge, type Registry } from 'prom-client'
import { stateGauges } from '../../metrics/state-gauges.ts'
import { getCrmStatus } from './crm.queries.ts'

/** Metrics of the sync, including the availability of the database. */
export function measureCrm(em: EntityManager, registry: Registry): void {
  const { read, gauge } = stateGauges(registry, () => getCrmStatus(em.fork(), true))
  const database = new Gauge({
    name: 'database_up',
    help: '1 while the database answers',
    registers: [registry],
    async collect() {
      database.set((await read()) ? 1 : 0)
    },
  })
  gauge('crm_records_failed', 'Records that the CRM refused for good', ({ failed }) => failed)
  gauge('crm_records_waiting', 'Records that are not synced to the CRM yet', ({ waiting }) => waiting)
  gauge(
    'crm_oldest_waiting_seconds',
    'Age of the oldest record that is not synced to the CRM yet',
    ({ oldestWaitingSeconds }) => oldestWaitingSeconds,
  )
  gauge('crm_paused', '1 while nothing is sent: staff paused it, or the CRM rejects our token', ({ state }) =>
    state === 'paused' ? 1 : 0,
  )
}
