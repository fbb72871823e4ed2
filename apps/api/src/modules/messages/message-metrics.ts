import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { type EntityManager, tables } from '../../entities/database.ts'

/** Asks the database how long messages wait whenever somebody reads the metrics. */
export function measureMessages(em: EntityManager, registry: Registry): void {
  const oldest = new Gauge({
    name: 'message_oldest_waiting_seconds',
    help: 'Age of the oldest message that is not sent yet',
    registers: [registry],
    async collect() {
      try {
        const waiting = await tables(em.fork())
          .selectFrom('message')
          .select((eb) => sql<number>`extract(epoch from now() - ${eb.ref('createdAt')})::float8`.as('seconds'))
          .where('status', '=', 'waiting')
          .where('workspace', 'is', null)
          .orderBy('createdAt')
          .orderBy('id')
          .limit(1)
          .executeTakeFirst()
        oldest.set(waiting?.seconds ?? 0)
      } catch {
        oldest.remove()
      }
    },
  })
}
