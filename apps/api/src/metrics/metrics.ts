import { collectDefaultMetrics, Counter, Registry } from 'prom-client'

/** Metrics for Prometheus that every process has: memory, event loop, garbage collection. */
export function collectDefaults(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Metrics of a process that may sync to the CRM. Server and database add theirs to the registry. */
export function createMetrics() {
  const registry = collectDefaults()
  const outcomes = new Counter({
    name: 'crm_attempts_total',
    help: 'Attempts to sync a record with the CRM, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const messages = new Counter({
    name: 'message_attempts_total',
    help: 'Attempts to send a mail, a Slack message or a webhook, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return {
    registry,
    countOutcome: (outcome: string) => outcomes.inc({ outcome }),
    countMessage: (outcome: string) => messages.inc({ outcome }),
  }
}
