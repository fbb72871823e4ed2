import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addCustomer } from '../bench/customer.ts'
import { postcardBody } from '../bench/pieces.ts'
import type { Findings } from './findings.ts'
import { type Stage, until } from './stage.ts'

/** So many times a process is killed. */
const kills = Number(process.env.CHAOS_KILLS || 16)
const answerLimitMs = 10_000
const settleLimitMs = 120_000

type Customer = Awaited<ReturnType<typeof addCustomer>>

/** A customer whose programs send and cancel pieces, and staff who print them. What gets no answer is sent again. */
class Traffic {
  /** The ids that each idempotency key was answered with. */
  readonly sent = new Map<string, Set<string>>()
  readonly unexpected = new Set<number>()
  canceled = 0
  runs = 0
  readonly #stage: Stage
  readonly #customer: Customer
  readonly #cookie: string
  readonly #enough = new AbortController()
  readonly #all: Promise<unknown>

  constructor(stage: Stage, customer: Customer, cookie: string) {
    this.#stage = stage
    this.#customer = customer
    this.#cookie = cookie
    const programs = [0, 1, 2].map((program) => this.#repeat(() => this.#send(program === 0 ? 'test' : 'live')))
    this.#all = Promise.all([...programs, this.#repeat(() => this.#print())])
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

  /** Asks until there is an answer that is no fault of ours. */
  async #ask(
    path: string,
    headers: Record<string, string>,
    body: object = {},
  ): Promise<{ status: number; id: string }> {
    for (let turn = 0; ; turn += 1) {
      const { url } = this.#stage.instances[turn % 2] ?? { url: '' }
      try {
        const answer = await fetch(`${url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(answerLimitMs),
        })
        // The part of the response that is read here.
        const found = (await answer.json()) as { Id?: string }
        if (answer.status < 500) return { status: answer.status, id: String(found.Id) }
        if (answer.status !== 503) this.unexpected.add(answer.status)
      } catch {
        // It was killed meanwhile.
      }
      await sleep(200)
    }
  }

  async #send(mode: 'live' | 'test'): Promise<void> {
    const key = randomUUID()
    const authorization = `Bearer ${this.#customer[mode].key}`
    const body = { ...postcardBody(key.slice(0, 8), false), DryRun: false }
    // Some are sent twice at once, as by a program that lost patience.
    const answers = await Promise.all(
      (key < '4' ? [1, 2] : [1]).map(() => this.#ask('/v1/postcards', { authorization, 'idempotency-key': key }, body)),
    )
    this.sent.set(key, new Set(answers.map(({ status, id }) => (status === 201 ? id : `refused with ${status}`))))
    if (mode === 'live' && key > 'c') {
      const { status } = await this.#ask(`/v1/pieces/${answers[0]?.id}/cancel`, { authorization })
      if (status === 200) this.canceled += 1
      else if (status !== 409) this.unexpected.add(status)
    }
  }

  /** A quarter of an hour passes, and staff create a run of what waits. */
  async #print(): Promise<void> {
    await sleep(1_000)
    await this.#stage.query(`update piece set cancelable_until = now() where status = 'ready' and test is null`)
    const body = { size: '4.25x6', postalClass: 'FirstClass', cutoffAt: '2100-01-01T00:00:00.000Z', maxPieces: 7 }
    const headers = { cookie: this.#cookie, 'idempotency-key': randomUUID() }
    const { status } = await this.#ask('/api/admin/print-runs', headers, body)
    if (status === 201) this.runs += 1
    else if (status !== 409) this.unexpected.add(status)
  }
}

/** SQL for the status in which the simulation of a test piece ends, unless it is rejected. One in ten is not just delivered. */
const lastStatus = `case test ->> 'Outcome'
  when 'returned' then 'returned' when 'returned_after_delivery' then 'returned'
  when 'stuck_in_production' then 'in_production' when 'never_scanned' then 'mailed' when 'lost_in_transit' then 'in_transit'
  else 'delivered' end`

/** What has to be none, by name. */
const contradictions = {
  'pieces in two runs': `(select 1 from print_run_piece where spoiled_at is null group by piece_id having count(*) > 1) as twice`,
  'pieces in production without a run': `piece where test is null and status = 'in_production'
    and not exists (select from print_run_piece where piece_id = piece.id)`,
  'pieces in a run that are not in production': `piece join print_run_piece on piece_id = piece.id where status <> 'in_production'`,
  'pieces with a gap in their events': `piece where events <> (select count(*) from piece_event where piece_id = piece.id)
    or events <> (select max(number) from piece_event where piece_id = piece.id)`,
  'months that differ from their pieces': `usage_month where pieces <> (
    select count(*) from piece where piece.workspace_id = usage_month.workspace_id and piece.month = usage_month.month
      and status not in ('canceled', 'rejected'))`,
  'months that differ from their charges': `usage_month where pieces <> (
    select sum(pieces) from ledger_entry where ledger_entry.workspace_id = usage_month.workspace_id
      and ledger_entry.month = usage_month.month)`,
  'workspaces whose charges differ from the prices of their pieces': `workspace where
    (select sum(amount) from ledger_entry where workspace_id = workspace.id) <>
    (select sum(price) from piece where workspace_id = workspace.id and status not in ('canceled', 'rejected'))`,
}

/** Kills the API, the worker, and the renderer in turn, again and again, while pieces are sent, canceled, and printed. */
export async function killDuringPieces(stage: Stage, findings: Findings): Promise<void> {
  const renderer = stage.startRenderer()
  const customer = await addCustomer(stage.database.url())
  const traffic = new Traffic(stage, customer, await stage.signInStaff())
  await until(async () => (await stage.count(`piece where status = 'ready'`)) > 0, 60_000)
  const victims = [stage.worker, renderer, ...stage.instances.map((one) => one.process)]
  for (let kill = 0; kill < kills; kill += 1) {
    // A time that no step is in rhythm with.
    await sleep(1_300 + ((kill * 377) % 800))
    const pid = victims[kill % victims.length]?.pid()
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  }
  await stage.untilReady()
  await traffic.end()
  const unfinished = async () =>
    (
      await stage.query(`
        select concat(case when test is null then 'live' else 'test' end, ' piece ', status, ' ', proof_id) as what
          from piece where status = 'checking' or (test is not null and status not in ('rejected', ${lastStatus}))
        union all select concat('run ', number, ' preparing') from print_run where status = 'preparing'`)
    ).flat()
  await until(async () => (await unfinished()).length === 0, settleLimitMs)
  findings.failUnless((await unfinished()).length === 0, `never finished: ${(await unfinished()).join(', ')}`)
  await compare(stage, findings, traffic)
  findings.figure(`${kills} kills`)
}

async function compare(stage: Stage, findings: Findings, { sent, unexpected, canceled, runs }: Traffic): Promise<void> {
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
  findings.failUnless(unexpected.size === 0, `writes were answered ${[...unexpected].join()}`)
  for (const [what, rows] of Object.entries(contradictions)) {
    const found = await stage.count(rows)
    findings.failUnless(found === 0, `${found} ${what}`)
  }
  // Renderers died three times in the middle of them: it might be their content that kills.
  const rejected = await stage.count(`piece where status = 'rejected'`)
  findings.figure(`${ids.length} pieces, ${canceled} canceled, ${rejected} rejected, ${runs} runs`)
}
