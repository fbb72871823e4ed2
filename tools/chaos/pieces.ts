import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addCustomer } from '../bench/customer.ts'
import { postcardBody } from '../bench/pieces.ts'
import { answers, until } from '../product/readiness.ts'
import { compareBooks, type Customer, findContradictions } from './books.ts'
import { Caller } from './caller.ts'
import type { Findings } from './findings.ts'
import { Press } from './press.ts'
import type { Stage } from './stage.ts'

/** How many times a process is killed. */
const kills = Number(process.env.CHAOS_KILLS || 16)
const settleLimitMs = 120_000

/**
 * A customer whose programs send and cancel pieces, and staff who print and mail them. Requests without a response are
 * retried.
 */
class Traffic {
  /** The ids returned for each idempotency key. */
  readonly sent = new Map<string, Set<string>>()
  canceled = 0
  readonly caller: Caller
  readonly press: Press
  readonly #customer: Customer
  readonly #enough = new AbortController()
  readonly #all: Promise<unknown>

  constructor(stage: Stage, customer: Customer, cookie: string) {
    this.caller = new Caller(stage)
    this.#customer = customer
    this.press = new Press(stage, this.caller, cookie)
    const programs = [0, 1, 2].map((program) => this.#repeat(() => this.#send(program === 0 ? 'test' : 'live')))
    this.#all = Promise.all([...programs, this.#repeat(() => this.press.work())])
  }

  async end(): Promise<void> {
    this.#enough.abort()
    await this.#all
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (!this.#enough.signal.aborted) {
      await act()
      await sleep(150)
    }
  }

  async #send(mode: 'live' | 'test'): Promise<void> {
    const key = randomUUID()
    const authorization = `Bearer ${this.#customer[mode].key}`
    const body = { ...postcardBody(key.slice(0, 8), false), DryRun: false }
    // Some requests are sent twice at the same time, as by an impatient client.
    const answers = await Promise.all(
      (key < '4' ? [1, 2] : [1]).map(() =>
        this.caller.post('/v1/postcards', { authorization, 'idempotency-key': key }, body),
      ),
    )
    this.sent.set(key, new Set(answers.map(({ status, id }) => (status === 201 ? id : `refused with ${status}`))))
    if (mode === 'live' && key > 'c') {
      const { status } = await this.caller.post(`/v1/pieces/${answers[0]?.id}/cancel`, { authorization })
      if (status === 200) this.canceled += 1
      else if (status !== 409) this.caller.unexpected.add(status)
    }
  }
}

/** SQL for the final status of a simulated test piece, unless it is rejected. One in ten is not simply delivered. */
const lastStatus = `case test ->> 'Outcome'
  when 'returned' then 'returned' when 'returned_after_delivery' then 'returned'
  when 'stuck_in_production' then 'in_production' when 'never_scanned' then 'mailed' when 'lost_in_transit' then 'in_transit'
  else 'delivered' end`

/** Repeatedly kills the API, the worker, and the renderer in turn, while pieces are sent, canceled, and printed. */
export async function killDuringPieces(stage: Stage, findings: Findings): Promise<void> {
  const renderer = stage.startRenderer()
  const customer = await addCustomer(stage.database.url())
  const cookie = await stage.signInStaff()
  const traffic = new Traffic(stage, customer, cookie)
  await until(async () => (await stage.count(`piece where status = 'ready'`)) > 0, 60_000)
  const victims = [{ process: stage.worker }, { process: renderer }, ...stage.instances]
  for (let kill = 0; kill < kills; kill += 1) {
    // An interval that does not coincide with any step.
    await sleep(1_300 + ((kill * 377) % 800))
    const victim = victims[kill % victims.length]
    // If they were killed during startup again and again, the instances would hardly respond on a slow machine.
    if (victim && 'url' in victim) await answers(`${victim.url}/readyz`)
    const pid = victim?.process.pid()
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  }
  await stage.untilReady()
  const isScanned = await until(async () => (await stage.count('scan_import')) > 0, settleLimitMs)
  findings.failUnless(isScanned, 'no run was printed, mailed, and scanned')
  await traffic.end()
  const unfinished = async () =>
    (
      await stage.query(`
        select concat(case when test is null then 'live' else 'test' end, ' piece ', status, ' ', proof_id) as what
          from piece where status = 'checking' or (test is not null and status not in ('rejected', ${lastStatus}))
        union all select concat_ws(' ', 'run', print_run.number, 'preparing file', file.number, file.failure, job.state, job.retry_count)
          from print_run join print_run_file file on file.run_id = print_run.id
          left join jobs.job on job.name = 'run_file' and job.data ->> 'id' = file.id::text
         where status = 'preparing' and prepared_at is null`)
    ).flat()
  const isFinished = async () => {
    await traffic.press.prepareFailed()
    return (await unfinished()).length === 0
  }
  await until(isFinished, settleLimitMs)
  findings.failUnless((await unfinished()).length === 0, `never finished: ${(await unfinished()).join(', ')}`)
  await compare(stage, findings, traffic)
  await findContradictions(stage, findings)
  await compareBooks(stage, findings, { customer, cookie })
  findings.figure(`${kills} kills`)
}

async function compare(stage: Stage, findings: Findings, { sent, canceled, caller, press }: Traffic): Promise<void> {
  const stored = new Set((await stage.query('select id from piece')).flat())
  const answered = [...sent.values()]
  findings.failUnless(
    answered.every((ids) => ids.size === 1),
    'one key was answered with two pieces',
  )
  const ids = answered.flatMap((found) => [...found])
  findings.failUnless(new Set(ids).size === ids.length, 'two keys were answered with one piece')
  findings.failUnless(
    ids.every((id) => stored.has(id)),
    'a piece was lost',
  )
  findings.failUnless(stored.size === ids.length, `${stored.size} pieces are stored of ${ids.length}`)
  const { unexpected } = caller
  findings.failUnless(unexpected.size === 0, `writes were answered ${[...unexpected].join()}`)
  // A piece has more attempts than renderers are killed while processing it.
  const failed = await stage.count('piece join print_proof on print_proof.id = proof_id where failure_code is not null')
  findings.failUnless(failed === 0, `${failed} pieces were rejected because renderers died`)
  const rejected = await stage.count(`piece where status = 'rejected'`)
  findings.figure(`${ids.length} pieces, ${canceled} canceled, ${rejected} rejected`)
  const [runs, mailed] = [await stage.count('print_run'), await stage.count(`print_run where status = 'mailed'`)]
  const spoiled = await stage.count('print_run_piece where spoiled_at is not null')
  const scans = await stage.count('scan_import')
  findings.figure(
    `${runs} runs, ${press.preparedAgain} prepared again, ${mailed} mailed, ${spoiled} pieces spoiled, ${scans} scan files`,
  )
}
