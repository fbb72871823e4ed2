import { collectDefaultMetrics, Counter, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  /** Counts one attempt to sync a record with the CRM, by its outcome. */
  countOutcome: (outcome: string) => void
}

/** Metrics for Prometheus that every process has. Server and database add theirs to the registry. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const outcomes = new Counter({
    name: 'crm_attempts_total',
    help: 'Attempts to sync a record with the CRM, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return { registry, countOutcome: (outcome) => outcomes.inc({ outcome }) }
}
