import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { postJson } from '../product/post-json.ts'
import type { Findings } from './findings.ts'
import type { Stage } from './stage.ts'

const perSecond = 40
const answerLimitMs = 15_000
/** Maximum number of retries for a visitor without a response. */
const maxRepeats = 50

/** Visitors who send leads through both instances and record every response. */
export class Crowd {
  /** The statuses for each idempotency key, in order; 0 stands for no response. */
  readonly journal = new Map<string, number[]>()
  readonly #stage: Stage
  readonly #enough = new AbortController()
  readonly #sending: Promise<void>

  constructor(stage: Stage) {
    this.#stage = stage
    this.#sending = this.#send()
  }

  statuses = (): Set<number> => new Set([...this.journal.values()].flat())

  /** Stops the load, retries everything without a 201, and compares the journal with the database and the CRM. */
  async settle(findings: Findings): Promise<void> {
    this.#enough.abort()
    await this.#sending
    const isStored = (key: string) => this.journal.get(key)?.includes(201) ?? false
    const keys = [...this.journal.keys()]
    const acknowledged = keys.filter(isStored)
    const before = await this.#stored()
    const repeated = keys.filter((key) => !isStored(key))
    for (const key of repeated) {
      for (let repeat = 0; repeat < maxRepeats && !isStored(key); repeat += 1) {
        await this.#post(key)
        if (!isStored(key)) await sleep(200)
      }
    }
    const after = await this.#stored()
    const lost = acknowledged.filter((key) => !before.has(key)).length + keys.filter((key) => !after.has(key)).length
    findings.failUnless(acknowledged.length > 0, 'no lead was acknowledged')
    findings.failUnless(lost === 0, `${lost} leads were lost`)
    findings.failUnless(
      [...after.values()].every((rows) => rows === 1),
      'a lead was stored twice',
    )
    const unexpected = [...this.statuses()].filter((status) => ![0, 201, 503].includes(status))
    findings.failUnless(unexpected.length === 0, `writes were answered ${unexpected.join()}`)
    findings.figure(`${keys.length} leads, ${repeated.length} sent again`)
  }

  async #send(): Promise<void> {
    const open = new Set<Promise<void>>()
    while (!this.#enough.signal.aborted) {
      const answer: Promise<void> = this.#post(randomUUID()).then(() => void open.delete(answer))
      open.add(answer)
      await sleep(1000 / perSecond)
    }
    await Promise.all(open)
  }

  /** Tries the other instance if one refuses the connection, as a load balancer does. */
  async #post(key: string): Promise<void> {
    const sent = this.journal.get(key) ?? []
    this.journal.set(key, sent)
    const first = this.journal.size % 2
    let status = await statusOf(this.#stage, first, key)
    if (status === 'refused') status = await statusOf(this.#stage, 1 - first, key)
    sent.push(status === 'refused' ? 0 : status)
  }

  async #stored(): Promise<Map<string, number>> {
    const rows = await this.#stage.query(`select split_part(email, '@', 1), count(*) from lead group by 1`)
    return new Map(rows.map(([key = '', count]) => [key, Number(count)]))
  }
}

async function statusOf(stage: Stage, index: number, key: string): Promise<number | 'refused'> {
  try {
    const url = `${stage.instances[index]?.url}/api/leads`
    const answer = await postJson(url, leadOf(key), { 'idempotency-key': key }, AbortSignal.timeout(answerLimitMs))
    await answer.arrayBuffer()
    return answer.status
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return cause?.code === 'ECONNREFUSED' ? 'refused' : 0
  }
}

/** A lead whose email is its key, at one of five companies. */
export const leadOf = (key: string) => ({
  firstName: 'Dana',
  lastName: 'Example',
  email: `${key}@example.com`,
  company: `Company ${key.charCodeAt(0) % 5}`,
  message: 'x'.repeat(500),
  leadSource: 'Chaos',
  source: 'Main Website',
})
