import { randomUUID } from 'node:crypto'
import type { BackEnd } from './back-end.ts'
import type { Check } from './checks.ts'
import type { Addresses } from './hosts.ts'
import type { Ask } from './tls-request.ts'

const callers = 8

/** Reads and writes continuously while `work` runs. Resolves with what failed. */
async function underLoad(ask: Ask, api: string, work: () => Promise<void>): Promise<string[]> {
  const failures: string[] = []
  const over = new AbortController()
  let calls = 0
  const note = (name: string, wanted: number) => (answer: { status: number } | Error) => {
    calls += 1
    const got = answer instanceof Error ? answer.message : answer.status
    if (got !== wanted) failures.push(`${name}: ${got}`)
  }
  const failed = (error: unknown) => error as Error
  const call = async () => {
    while (!over.signal.aborted) {
      await ask(`${api}/api/pricing/products`).catch(failed).then(note('GET', 200))
      const body = { firstName: 'Dana', lastName: 'Example', email: 'dana@example.com', leadSource: 'Product Website' }
      await ask(`${api}/api/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ ...body, source: 'Main Website' }),
      })
        .catch(failed)
        .then(note('POST', 201))
    }
  }
  const load = Array.from({ length: callers }, call)
  await work()
  over.abort()
  await Promise.all(load)
  return calls < callers * 4 ? [`only ${calls} calls were made`] : failures
}

const summary = (failures: string[]) =>
  failures.length === 0 ? undefined : `${failures.length}: ${failures.slice(0, 3).join('; ')}`

/** Stops and kills instances while clients call through the proxy. The last check leaves one instance down. */
export const restartChecks = (ask: Ask, { api }: Addresses, backEnd: BackEnd): Check[] => [
  {
    name: 'both instances restarted one after the other under load: nothing fails',
    async run() {
      const failures = await underLoad(ask, api, async () => {
        for (const instance of backEnd.ports.keys()) await backEnd.restart(instance)
      })
      return summary(failures)
    },
  },
  {
    name: 'one instance killed under load: no read fails',
    async run() {
      const failures = await underLoad(ask, api, async () => {
        backEnd.kill(0)
        for (let call = 0; call < 200; call += 1) await ask(`${api}/api/pricing/products`)
      })
      // A write in flight may have been stored, so the client repeats it with the same key.
      return summary(failures.filter((failure) => failure.startsWith('GET')))
    },
  },
]
