import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

// What the benchmarks share: figures, tables, and autocannon in a process of its own.

/** The value that this share of the values does not exceed: 0.5 for the median, 0.95 for p95. NaN without values. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Rows under their headings, each column as wide as its widest cell. */
export function table(rows: Record<string, string | number>[]): string {
  const heads = Object.keys(rows[0] ?? {})
  const lines = [heads, ...rows.map((row) => heads.map((head) => String(row[head] ?? '')))]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

/** What a benchmark measured. A value has a limit that it must not exceed, or is only shown. */
export class Figures {
  readonly #rows: { figure: string; value: number; limit: number | ''; verdict: string }[] = []

  note(figure: string, value: number, limit?: number, isMet = limit === undefined || value <= limit): void {
    const verdict = limit === undefined ? '' : isMet ? 'passed' : 'MISSED'
    this.#rows.push({ figure, value: Math.round(100 * value) / 100, limit: limit ?? '', verdict })
  }

  /** The process fails if a limit was missed. */
  print(): void {
    console.log(`\n${table(this.#rows)}\n`)
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

export interface Shooting {
  clients: number
  seconds: number
  /** Requests a second; as many as possible by default. */
  rate?: number
  headers?: Record<string, string>
}

/** Posts JSON with autocannon. Each `[<id>]` in the body becomes another text in each request. */
export async function cannon(
  url: string,
  body: object,
  { clients, seconds, rate, headers = {} }: Shooting,
): Promise<Shots> {
  const program = fileURLToPath(import.meta.resolve('autocannon'))
  const size = ['-c', String(clients), '-d', String(seconds), ...(rate ? ['-R', String(rate)] : [])]
  const named = Object.entries({ 'content-type': 'application/json', ...headers })
  const sent = [
    '-m',
    'POST',
    ...named.flatMap(([name, value]) => ['-H', `${name}=${value}`]),
    '-I',
    '-b',
    JSON.stringify(body),
  ]
  const child = spawn(process.execPath, [program, ...size, ...sent, '--json', '--no-progress', url], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [report] = await Promise.all([text(child.stdout), once(child, 'close')])
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
