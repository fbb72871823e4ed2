import { setImmediate as nextTurn } from 'node:timers/promises'
import { LayoutError, NoBrowserError, UntrustedTemplateError } from '@app/print-engine/printing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { databaseForProofs, inSeconds, insertProof, proofRow } from '../../../../test/proofs.ts'
import { type ClaimedProof, finishProof } from './proof-queue.ts'
import { StorageError } from './proof-work.ts'
import { type ProofWorker, type ProofWorkerSettings, startProofWorker } from './proof-worker.ts'

const { db, pool } = await databaseForProofs()

const lines: object[] = []
let worker: ProofWorker | undefined
beforeEach(async () => {
  lines.length = 0
  await db.query('delete from print_proof; delete from print_renderer')
})
afterEach(async () => {
  await worker?.stop(0)
  worker = undefined
})

const engine = {
  browser: {
    confinement: { kind: 'caged' as const },
    counts: { layouts: 7, recycledPages: 0, recycledBrowsers: 0, refusedRequests: 0 },
  },
}
const spans = { layout: 1, total: 2 }
const finish = async (proof: ClaimedProof) => {
  const outcome = { pdfHash: 'a'.repeat(64), pages: [], checks: [], spans, price: null }
  return { isOurs: await finishProof(pool, proof, outcome), spans }
}
const start = (make: ProofWorkerSettings['make'], more: Partial<ProofWorkerSettings> = {}, on = pool) => {
  const log = { info: (line: object) => lines.push(line), warn: (line: object) => lines.push(line) }
  worker = startProofWorker(on, { engine, make, log, version: 'v1', atOnce: 2, tickMs: 20, ...more })
  return worker
}
const untilStatus = (id: string, status: string) =>
  vi.waitFor(async () => expect(await proofRow(db, id)).toMatchObject({ status }), 30_000)
const hurry = () => db.query(`update print_proof set claimed_until = now() where status = 'rendering'`)

test('proofs are made, also those that come later, and the log names the beginnings of their ids alone', async () => {
  const first = await insertProof(db)
  const outcomes: string[] = []
  start(finish, { onOutcome: (outcome) => outcomes.push(outcome) })
  await untilStatus(first, 'ready')
  const second = await insertProof(db)
  await untilStatus(second, 'ready')
  expect(outcomes).toEqual(['ready', 'ready'])
  expect(JSON.stringify(lines)).toContain(first.slice(0, 14))
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`Dana|Cedar|74104|${first}`))
})

test('in a crowd they are made one after the other, and as many as it may once it is over', async () => {
  const later = { created_at: inSeconds(3_600) }
  const crowd = await Promise.all(Array.from({ length: 30 }, () => insertProof(db, later)))
  const together: number[] = []
  let running = 0
  const make = async (proof: ClaimedProof) => {
    together.push((running += 1))
    await nextTurn()
    return finish(proof).finally(() => (running -= 1))
  }
  start(make, { restMs: 0 })
  for (const id of crowd) await untilStatus(id, 'ready')
  expect(together).toEqual(Array.from({ length: 30 }, () => 1))
  const calm = { created_at: inSeconds(-60) }
  await db.query('delete from print_proof')
  const last = await Promise.all(Array.from({ length: 4 }, () => insertProof(db, calm)))
  for (const id of last) await untilStatus(id, 'ready')
  expect(together.slice(-3)).toContain(2)
})

test('no more are made at once than it may, and the next one follows at once', async () => {
  const ids = [await insertProof(db), await insertProof(db), await insertProof(db)]
  const open: (() => void)[] = []
  let running = 0
  let most = 0
  start(
    async (proof) => {
      most = Math.max(most, (running += 1))
      await new Promise<void>((resolve) => open.push(resolve))
      running -= 1
      return finish(proof)
    },
    { tickMs: 1_000_000 },
  )
  await vi.waitFor(() => expect(open).toHaveLength(2), 30_000)
  open[0]?.()
  await vi.waitFor(() => expect(open).toHaveLength(3), 30_000)
  for (const finished of open) finished()
  for (const id of ids) await untilStatus(id, 'ready')
  expect(most).toBe(2)
})

test('it shows that it lives, and that it is gone', async () => {
  const running = start(finish)
  await vi.waitFor(async () => {
    const { rows } = await db.query('select version, confinement, counts from print_renderer')
    expect(rows).toEqual([{ version: 'v1', confinement: 'caged', counts: engine.browser.counts }])
  }, 30_000)
  await running.stop(0)
  expect((await db.query('select 1 from print_renderer')).rows).toEqual([])
})

test.each([
  ['a template that leaves its page', () => new LayoutError('navigated'), 'template_failed', 1],
  [
    'a template of a stranger without a cage',
    () => new UntrustedTemplateError('no'),
    'untrusted_templates_unavailable',
    1,
  ],
  ['a template that takes too long', () => new LayoutError('timeout'), 'timeout', 2],
  ['a browser that ends', () => new LayoutError('crashed'), 'crashed', 3],
  ['a disk that is full', () => new StorageError('full'), 'storage_failed', 3],
  ['whatever nobody thought of', () => new Error('Dana Sample'), 'crashed', 3],
])('%s fails the proof, after as many tries as make sense', { tags: ['R55'] }, async (_what, error, code, tries) => {
  const id = await insertProof(db)
  let tried = 0
  start(async () => {
    tried += 1
    throw error()
  })
  await vi.waitFor(async () => {
    if (tried < tries) await hurry()
    expect(await proofRow(db, id)).toMatchObject({ status: 'failed', failure_code: code })
  }, 30_000)
  expect(tried).toBe(tries)
  expect(JSON.stringify(lines)).not.toContain('Dana')
})

test('a failure that passes costs one attempt', { tags: ['R54'] }, async () => {
  const id = await insertProof(db)
  let tried = 0
  start(async (proof) => {
    tried += 1
    if (tried === 1) throw new LayoutError('crashed')
    return finish(proof)
  })
  await vi.waitFor(async () => {
    await hurry()
    expect(await proofRow(db, id)).toMatchObject({ status: 'ready', attempts: 2 })
  }, 30_000)
})

describe('a browser that does not start again', { tags: ['R59'] }, () => {
  const noBrowser = (failedStarts: number) => new NoBrowserError(failedStarts, { cause: new Error('/tmp is full') })

  test('costs no attempt, and the proof is made when there is one again', async () => {
    const id = await insertProof(db)
    let tried = 0
    let lost = 0
    start(
      async (proof) => {
        tried += 1
        if (tried < 3) throw noBrowser(tried)
        return finish(proof)
      },
      { browserRestMs: 1, onLost: () => (lost += 1) },
    )
    await untilStatus(id, 'ready')
    expect(await proofRow(db, id)).toMatchObject({ attempts: 1 })
    expect([tried, lost]).toEqual([3, 0])
  })

  test('is not tried with one proof after the other while it rests', async () => {
    const ids = [await insertProof(db), await insertProof(db), await insertProof(db)]
    const outcomes: string[] = []
    let ticks = 0
    start(async () => Promise.reject(noBrowser(1)), {
      atOnce: 1,
      browserRestMs: 1_000_000,
      onOutcome: (outcome) => outcomes.push(outcome),
      onTick: () => (ticks += 1),
    })
    await vi.waitFor(() => expect(outcomes).toHaveLength(1), 30_000)
    const since = ticks
    await vi.waitFor(() => expect(ticks).toBeGreaterThan(since + 2), 30_000)
    expect(outcomes).toEqual(['given back'])
    for (const id of ids) expect(await proofRow(db, id)).toMatchObject({ attempts: 0, claimed_until: null })
  })

  test('ends it after three times in a row: it says so once, and the proofs are there for others', async () => {
    const ids = [await insertProof(db), await insertProof(db), await insertProof(db)]
    let failed = 0
    let lost = 0
    const running = start(async () => Promise.reject(noBrowser((failed += 1))), {
      browserRestMs: 1,
      onLost: () => (lost += 1),
    })
    await vi.waitFor(() => expect(lost).toBe(1), 30_000)
    await running.stop(0)
    expect(lost).toBe(1)
    for (const id of ids)
      expect(await proofRow(db, id)).toMatchObject({ status: 'rendering', attempts: 0, claimed_until: null })
    expect(JSON.stringify(lines)).toContain('browser_absent')
  })
})

test('when it stops, it finishes what it can and gives the rest back for others', { tags: ['R57'] }, async () => {
  const [fast, slow, waiting] = [await insertProof(db), await insertProof(db), await insertProof(db)]
  let finishFast = () => {}
  const running = start(async (proof, signal) => {
    if (proof.id === fast) await new Promise<void>((resolve) => (finishFast = resolve))
    else await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    return finish(proof)
  })
  await vi.waitFor(() => expect(running.inWork).toBe(2), 30_000)
  const stopped = running.stop(0)
  finishFast()
  await nextTurn()
  await stopped
  expect(await proofRow(db, fast)).toMatchObject({ status: 'ready' })
  for (const id of [slow, waiting])
    expect(await proofRow(db, id)).toMatchObject({ status: 'rendering', attempts: 0, claimed_until: null })
})

test('a database that is away ends nothing: it goes on when it is back', async () => {
  let isAway = true
  const flaky = new Proxy(pool, {
    get(target, name) {
      if (name === 'query' && isAway) return async () => Promise.reject(new Error('connection refused'))
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const id = await insertProof(db)
  start(finish, { tickMs: 20 }, flaky)
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(1), 30_000)
  isAway = false
  await untilStatus(id, 'ready')
})
