import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

// Shared by the benchmarks: figures, and autocannon in a separate process.

/** The value that this share of the values does not exceed: 0.5 for the median, 0.95 for p95. NaN without values. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The results of a benchmark. A figure either has a limit that it must not exceed, or is only shown. */
export class Figures {
  readonly #rows: { figure: string; value: number; limit: number | ''; verdict: string }[] = []

  note(figure: string, value: number, limit?: number, isMet = limit === undefined || value <= limit): void {
    const verdict = limit === undefined ? '' : isMet ? 'passed' : 'MISSED'
    this.#rows.push({ figure, value: Math.round(100 * value) / 100, limit: limit ?? '', verdict })
  }

  /** Prints the results. The process exits with an error if a limit was exceeded. */
  print(): void {
    console.table(this.#rows)
    if (this.#rows.some(({ verdict }) => verdict === 'MISSED')) process.exitCode = 1
  }
}

/** The parts of autocannon's report that are used here. Latencies are in milliseconds. */
interface Shots {
  requests: { average: number; total: number }
  latency: { p50: number; p97_5: number; p99: number }
  statusCodeStats: Record<string, { count: number }>
  errors: number
  non2xx: number
}

/**
 * Posts JSON as fast as possible, with autocannon. Each `[<id>]` in the body becomes a different text in each request.
 */
export async function cannon(
  url: string,
  body: object,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Shots> {
  const program = fileURLToPath(import.meta.resolve('autocannon'))
  const size = ['-c', String(clients), '-d', String(seconds)]
  const sent = ['-m', 'POST', '-H', 'content-type=application/json', '-I', '-b', JSON.stringify(body)]
  const child = spawn(process.execPath, [program, ...size, ...sent, '--json', '--no-progress', url], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [report] = await Promise.all([textOf(child.stdout), once(child, 'close')])
  return JSON.parse(report) as Shots
}

export const leadBody = {
  firstName: 'Dana',
  lastName: 'Example',
  email: '[<id>]@example.com',
  company: 'Example Co',
  industry: 'retail',
  volume: '5000-25000',
  leadSource: 'Bench',
  source: 'Main Website',
}

export interface Answers {
  /** Milliseconds from the time a request was due to the end of its response. */
  times: number[]
  /** The number of responses per status; 0 stands for no response. */
  statuses: Map<number, number>
}

/**
 * Posts JSON at a steady rate, independent of earlier requests. (autocannon sends a second's requests all at once, and
 * its latency correction mistakes seconds for milliseconds.) Each `[<id>]` in the body becomes a different text in each
 * request.
 * @param rate requests per second
 */
export async function postSteadily(
  url: string,
  body: object,
  { seconds, rate, headers = {} }: { seconds: number; rate: number; headers?: Record<string, string> },
): Promise<Answers> {
  const text = JSON.stringify(body)
  const times: number[] = []
  const statuses = new Map<number, number>()
  const post = async (due: number) => {
    await sleep(Math.max(0, due - performance.now()))
    const status = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: text.replaceAll('[<id>]', randomUUID()),
    }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
    times.push(performance.now() - due)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: seconds * rate }, (_, place) => post(begun + (1_000 * place) / rate)))
  return { times, statuses }
}

/** The number of requests without a response of this status. */
export const othersThan = (wanted: number, { times, statuses }: Answers): number =>
  times.length - (statuses.get(wanted) ?? 0)
