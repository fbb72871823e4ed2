import { collectDefaultMetrics, Counter, Registry, Gauge } from 'prom-client'

/** Prometheus metrics of every process: memory, event loop, garbage collection. */
export function collectDefaults(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Metrics of a process that may sync to the CRM. The server and the database add theirs to the registry. */
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
  // Prometheus sees no increase in a counter that starts above 0, so the alert would miss the first failures.
  messages.inc({ outcome: 'failed' }, 0)
  return {
    registry,
    countOutcome: (outcome: string) => outcomes.inc({ outcome }),
    countMessage: (outcome: string) => messages.inc({ outcome }),
  }
}

/** Gauges of a state that is read on each scrape. They are omitted while the state is unavailable. */
export function stateGauges<State>(registry: Registry, ask: () => Promise<State | undefined>) {
  // One read serves all of these gauges.
  let asked: Promise<State | undefined> | undefined
  const read = () => {
    asked ??= ask()
      .catch(() => undefined)
      .finally(() => (asked = undefined))
    return asked
  }
  const gauge = (name: string, help: string, value: (state: State) => number) => {
    const measured = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const state = await read()
        if (state === undefined) measured.remove()
        else measured.set(value(state))
      },
    })
  }
  return { read, gauge }
}
