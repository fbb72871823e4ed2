import { Agent, get } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LeadLoad, isAcknowledged } from '../load/lead-load.ts'
import type { Findings } from './findings.ts'
import type { Stage } from './stage.ts'

const leadsPerSecond = 60
const readsPerSecond = 60
const readLimitMs = 15_000
const syncLimitMs = 60_000

interface Reading {
  status: number
  milliseconds: number
}

/** Visitors who send demo requests and read prices through the load balancer, and record the answers. */
export class Crowd {
  readonly #stage: Stage
  readonly #load: LeadLoad
  readonly #enough = new AbortController()
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 50 })
  readonly readings: Reading[] = []
  #work: Promise<unknown> = Promise.resolve()

  constructor(stage: Stage, name: string) {
    this.#stage = stage
    this.#load = new LeadLoad(stage.front, path.join(stage.folder, `journal-${name}`))
  }

  start(): void {
    this.#work = Promise.all([this.#load.send(leadsPerSecond, this.#enough.signal), this.#read()])
  }

  failedReads = (): number => this.readings.filter(({ status }) => status !== 200).length

  /** Statuses of writes so far, and how often each came; 0 stands for no answer at all. */
  async statuses(): Promise<Record<number, number>> {
    const counts: Record<number, number> = {}
    for (const { status } of await this.#load.journal()) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  /** Ends the load and holds every lead that was sent against the database. */
  async settle(findings: Findings): Promise<void> {
    this.#enough.abort()
    await this.#work
    const lines = await this.#load.journal()
    const acknowledged = lines.filter(isAcknowledged).map(({ key }) => key)
    const before = await this.#rowsOfKeys()
    const repeated = await this.#load.repeatUnanswered()
    const after = await this.#rowsOfKeys()
    await this.#load.end()
    this.#agent.destroy()

    const keys = [...new Set(lines.map(({ key }) => key))]
    const lost = acknowledged.filter((key) => !before.has(key)).length + keys.filter((key) => !after.has(key)).length
    const doubled = keys.filter((key) => (after.get(key) ?? 0) > 1).length
    findings.failUnless(lost === 0, `${lost} leads lost`)
    findings.failUnless(doubled === 0, `${doubled} leads doubled`)
    findings.failUnless(acknowledged.length > 0, 'no lead was acknowledged at all')
    findings.failUnless(!lines.some(({ status }) => status === 500), 'a write answered 500')
    findings.failUnless(await this.#reachesCrm(), 'nothing reached the CRM afterwards')
    findings.figure(`${keys.length} leads, ${repeated} sent again`)
    findings.figure(`${this.readings.length} reads, ${this.failedReads()} failed`)
  }

  /** The worker must still be running: more leads are waiting than it can have sent to the CRM. */
  async #reachesCrm(): Promise<boolean> {
    const since = Date.now()
    const hasSynced = async () => {
      const [row] = await this.#stage.query<{ at: Date | null }>('select last_success_at as at from crm_state')
      return (row?.at?.getTime() ?? 0) > since
    }
    while (Date.now() - since < syncLimitMs) {
      if (await hasSynced()) return true
      await sleep(200)
    }
    return false
  }

  async #rowsOfKeys(): Promise<Map<string, number>> {
    const rows = await this.#stage.query<{ key: string; count: number }>(
      `select split_part(email, '@', 1) as key, count(*)::int as count from lead group by 1`,
    )
    return new Map(rows.map(({ key, count }) => [key, count]))
  }

  async #read(): Promise<void> {
    const startedAt = Date.now()
    const open = new Set<Promise<void>>()
    for (let sent = 0; !this.#enough.signal.aborted;) {
      for (const due = ((Date.now() - startedAt) / 1000) * readsPerSecond; sent < due; sent += 1) {
        const reading: Promise<void> = this.#readOnce().then((one) => {
          this.readings.push(one)
          open.delete(reading)
        })
        open.add(reading)
      }
      await sleep(10)
    }
    await Promise.all(open)
  }

  #readOnce(begun = performance.now()): Promise<Reading> {
    const done = (status: number) => ({ status, milliseconds: performance.now() - begun })
    return new Promise((resolve) => {
      const options = { host: '127.0.0.1', port: this.#stage.front, path: '/api/pricing/products', agent: this.#agent }
      const call = get({ ...options, timeout: readLimitMs }, (answer) => {
        answer.resume().once('close', () => resolve(done(answer.complete ? (answer.statusCode ?? 0) : 0)))
      })
      call.once('timeout', () => call.destroy())
      call.once('error', (error) =>
        // The balancer closed an idle connection just as this read was sent on it. Browsers send such a read again.
        resolve(call.reusedSocket && 'code' in error && error.code === 'ECONNRESET' ? this.#readOnce(begun) : done(0)),
      )
    })
  }
}
