import type { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'

/** Points per key and minute, counted in the database for all instances. */
export const sharedPoints = (pool: Pool, keyPrefix: string, perMinute: number) =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix,
    points: perMinute,
    duration: 60,
    clearExpiredByTimeout: false,
  })
