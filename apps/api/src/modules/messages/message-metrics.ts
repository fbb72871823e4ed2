import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { type EntityManager, tables } from '../../entities/database.ts'
import { stateGauges } from '../../metrics/state-gauges.ts'

/** How long messages wait. */
export function measureMessages(em: EntityManager, registry: Registry): void {
  const { gauge } = stateGauges(registry, async () => {
    const waiting = await tables(em.fork())
      .selectFrom('message')
      .select((eb) => sql<number>`extract(epoch from now() - ${eb.ref('createdAt')})::float8`.as('seconds'))
      .where('status', '=', 'waiting')
      .where('workspace', 'is', null)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return waiting?.seconds ?? 0
  })
  gauge('message_oldest_waiting_seconds', 'Age of the oldest message that is not sent yet', (seconds) => seconds)
}
