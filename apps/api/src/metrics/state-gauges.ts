import { Gauge, type Registry } from 'prom-client'

/** Gauges of a state that is read on each scrape. They are omitted while it is unavailable. */
export function stateGauges<State>(registry: Registry, ask: () => Promise<State | undefined>) {
  // One question serves all gauges that are read together.
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
