import { defineEntity, p } from '@mikro-orm/core'
import { instant } from './common-columns.ts'

/** A destination of outbound calls that failed lately: the CRM, the email server, or the id of a message target. */
export const CircuitBreakerEntity = defineEntity({
  name: 'CircuitBreaker',
  tableName: 'circuit_breaker',
  properties: {
    destination: p.string().length(36).primary(),
    /** In a row. */
    failures: p.integer().default(0),
    /** Nothing is sent there before this. */
    openUntil: instant().nullable(),
  },
})
