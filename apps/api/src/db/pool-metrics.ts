import type { EntityManager } from '@mikro-orm/postgresql'
import { Gauge, type Registry } from 'prom-client'
import { poolOf } from './run.ts'

/** Reads the state of the connection pool on each scrape. */
export function measurePool(em: EntityManager, registry: Registry): void {
  const connections = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the pool by state; waiting counts queries that have no connection yet',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const pool = await poolOf(em).catch(() => undefined)
      if (!pool) return
      const { idleCount, totalCount, waitingCount } = pool
      connections.set({ state: 'idle' }, idleCount)
      connections.set({ state: 'used' }, totalCount - idleCount)
      connections.set({ state: 'waiting' }, waitingCount)
    },
  })
}
