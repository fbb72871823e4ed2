import type { EntityManager } from '@mikro-orm/postgresql'
import { Gauge, type Registry } from 'prom-client'
import type { CrmStatus } from '@app/contract'
import { getCrmStatus } from './crm.queries.ts'

/** Asks the database how syncing stands whenever somebody reads the metrics. Whether it answers is a metric too. */
export function measureCrm(em: EntityManager, registry: Registry): void {
  // One question serves all gauges that are read together.
  let asked: Promise<CrmStatus | undefined> | undefined
  const ask = () => {
    asked ??= getCrmStatus(em.fork(), true)
      .catch(() => undefined)
      .finally(() => (asked = undefined))
    return asked
  }
  const database = new Gauge({
    name: 'database_up',
    help: '1 while the database answers',
    registers: [registry],
    async collect() {
      database.set((await ask()) ? 1 : 0)
    },
  })
  const gauge = (name: string, help: string, value: (status: CrmStatus) => number) => {
    const measured = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const status = await ask()
        if (status) measured.set(value(status))
        else measured.remove()
      },
    })
  }
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
