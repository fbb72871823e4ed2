import { Gauge, type Registry } from 'prom-client'

/** Gauges of a state that is asked for whenever somebody reads the metrics. They are left out while it is not known. */
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
