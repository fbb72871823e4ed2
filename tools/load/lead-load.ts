import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** The status that the caller received; 0 without a response. */
interface JournalLine {
  key: string
  status: number
}

const answerLimitMs = 5000

/** The body is derived from the key, so that a repeated request is identical. */
const leadOf = (key: string) =>
  JSON.stringify({
    firstName: 'Chaos',
    lastName: key.slice(0, 8),
    email: `${key}@example.com`,
    leadSource: 'Chaos',
    source: 'Main Website',
  })

/** A crowd of visitors that records the response to each of its requests. */
export class LeadLoad {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 100 })
  readonly #journal
  readonly #file: string
  readonly #port: number

  constructor(port: number, file: string) {
    this.#port = port
    this.#file = file
    this.#journal = createWriteStream(file)
  }

  /** Sends at this rate regardless of the responses until `signal` aborts, then waits for the last responses. */
  async send(perSecond: number, until: AbortSignal): Promise<void> {
    const startedAt = Date.now()
    const open = new Set<Promise<void>>()
    for (let sent = 0; !until.aborted;) {
      for (const due = ((Date.now() - startedAt) / 1000) * perSecond; sent < due; sent += 1) {
        const answer: Promise<void> = this.#post(randomUUID()).then(() => void open.delete(answer))
        open.add(answer)
      }
      await sleep(5)
    }
    await Promise.all(open)
  }

  /** Repeats each request without a response until it gets one, as a visitor who presses the button again. */
  async repeatUnanswered(): Promise<number> {
    const lines = await this.journal()
    const answered = new Set(lines.filter(isAcknowledged).map(({ key }) => key))
    const unanswered = [...new Set(lines.map(({ key }) => key))].filter((key) => !answered.has(key))
    for (const key of unanswered) {
      for (let attempt = 1; !isAcknowledged({ key, status: await this.#post(key) }); attempt += 1) {
        if (attempt === 20) throw new Error(`${key} is not accepted although the product is up`)
        await sleep(100)
      }
    }
    return unanswered.length
  }

  async journal(): Promise<JournalLine[]> {
    const text = await readFile(this.#file, 'utf8')
    // Lines that #note wrote.
    return text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as JournalLine] : []))
  }

  async end(): Promise<void> {
    this.#agent.destroy()
    this.#journal.end()
    await once(this.#journal, 'close')
  }

  async #post(key: string): Promise<number> {
    const status = await this.#statusOf(key)
    await new Promise((resolve) => this.#journal.write(`${JSON.stringify({ key, status })}\n`, resolve))
    return status
  }

  #statusOf(key: string): Promise<number> {
    const body = leadOf(key)
    return new Promise((resolve) => {
      const call = request(
        {
          host: '127.0.0.1',
          port: this.#port,
          path: '/api/leads',
          method: 'POST',
          agent: this.#agent,
          timeout: answerLimitMs,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'idempotency-key': key,
          },
        },
        (answer) => {
          // The status counts once the whole answer has come.
          answer.resume().once('close', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0))
        },
      )
      call.once('timeout', () => call.destroy())
      call.once('error', () => resolve(0))
      call.end(body)
    })
  }
}

export const isAcknowledged = ({ status }: JournalLine): boolean => status >= 200 && status < 300
