import type { EntityManager } from '@mikro-orm/postgresql'
import { Gauge, type Registry } from 'prom-client'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'

const ages = checkedRows(Type.Object({ seconds: Type.Number() }))

/** Asks the database how long messages wait whenever somebody reads the metrics. */
export function measureMessages(em: EntityManager, registry: Registry): void {
  const oldest = new Gauge({
    name: 'message_oldest_waiting_seconds',
    help: 'Age of the oldest message that is not sent yet',
    registers: [registry],
    async collect() {
      try {
        const rows = await em.fork().execute(
          `select extract(epoch from now() - created_at)::float8 as seconds
             from message where status = 'waiting' order by created_at, id limit 1`,
        )
        oldest.set(ages(rows)[0]?.seconds ?? 0)
      } catch {
        oldest.remove()
      }
    },
  })
}
