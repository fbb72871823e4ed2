import { sql } from 'kysely'
import { isCoolingDown } from '../../jobs/circuit-breaker.ts'
import { type EntityManager, tables } from '../../entities/database.ts'

/** Message targets, each with the end of its cooldown. */
export const targetRows = (em: EntityManager) =>
  tables(em)
    .selectFrom('message_target as target')
    .leftJoin('circuit_breaker as breaker', (join) =>
      join
        .on((eb) => eb(sql<string>`${eb.ref('target.id')}::text`, '=', eb.ref('breaker.destination')))
        .on((eb) => isCoolingDown(eb.ref('breaker.openUntil'))),
    )
    .select(['target.id', 'target.url', 'target.isActive', 'breaker.openUntil'])
