import { defineEntity, p } from '@mikro-orm/core'
import { instant } from './common-columns.ts'

/** A destination of outbound calls that failed recently: the CRM, the email server, or the id of a message target. */
export const CircuitBreakerEntity = defineEntity({
  name: 'CircuitBreaker',
  tableName: 'circuit_breaker',
  properties: {
    destination: p.string().length(36).primary(),
    /** Number of consecutive failures. */
    failures: p.integer().default(0),
    /** Nothing is sent to the destination before this time. */
    openUntil: instant().nullable(),
  },
})
