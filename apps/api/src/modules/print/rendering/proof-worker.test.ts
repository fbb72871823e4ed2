import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  LayoutError,
  NoBrowserError,
  PressTimeoutError,
  StarvedError,
  UntrustedTemplateError,
} from '@app/print-engine/printing'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { clearJobs, hurryJobs, openWorker } from '../../../../test/jobs.ts'
import { databaseForProofs, insertProof, proofRow } from '../../../../test/proofs.ts'
import { type ClaimedProof, finishProof } from './proof-rows.ts'
import { StorageError } from './proof-work.ts'
import { type ProofWorkerSettings, startProofWorker } from './proof-worker.ts'

const { url, db } = await databaseForProofs()

const lines: object[] = []
const ends: (() => Promise<void>)[] = []
const stopAll = () => Promise.all(ends.splice(0).map((end) => end()))
beforeEach(async () => {
  lines.length = 0
  await db.query('delete from print_proof; delete from print_renderer')
})
afterEach(async () => {
  await stopAll()
  await clearJobs(db)
})

const engine = {
  browser: {
    confinement: { kind: 'isolated' as const },
    counts: { layouts: 7, recycledPages: 0, recycledBrowsers: 0, refusedRequests: 0 },
  },
}
const spans = { layout: 1, total: 2 }

/** Starts a renderer that makes proofs with `make`. */
async function start(
  make: (
    proof: ClaimedProof,
    signal: AbortSignal,
    finish: () => ReturnType<ProofWorkerSettings['make']>,
  ) => ReturnType<ProofWorkerSettings['make']>,
  more: Partial<ProofWorkerSettings> = {},
) {
  const { em, jobs, stop } = await openWorker(url, lines)
  const log = { info: (line: object) => lines.push(line), warn: (line: object) => lines.push(line) }
  const finish = (proof: ClaimedProof) => async () => {
    const outcome = { pdfHash: 'a'.repeat(64), pages: [], checks: [], spans, price: null }
    return { isOurs: await finishProof(em, proof, outcome), spans }
  }
  const worker = startProofWorker(em, jobs, {
    engine,
    make: (proof, signal) => make(proof, signal, finish(proof)),
    log,
    version: 'v1',
    slots: 2,
    onFinished: async () => {},
    onLost: () => {},
    ...more,
  })
  let stopped: Promise<void> | undefined
  const end = (limitMs = 0) =>
    (stopped ??= (async () => {
      await jobs.stop(limitMs)
      await worker.stop()
      await stop(0)
    })())
  ends.push(end)
  return { worker, end }
}
const finish: Parameters<typeof start>[0] = (_proof, _signal, end) => end()
const becomes = (id: string, row: object) =>
  vi.waitFor(async () => expect(await proofRow(db, id)).toMatchObject(row), 30_000)

test('proofs are rendered, including ones added later, and the log contains only the beginnings of their ids', async () => {
  const [first, outcomes] = [await insertProof(db), [] as string[]]
  const { end } = await start(finish, { onOutcome: (outcome) => outcomes.push(outcome) })
  await becomes(first, { status: 'ready' })
  await vi.waitFor(async () => {
    const { rows } = await db.query('select version, confinement, counts from print_renderer')
    expect(rows).toEqual([{ version: 'v1', confinement: 'isolated', counts: engine.browser.counts }])
  }, 30_000)
  const second = await insertProof(db)
  await becomes(second, { status: 'ready' })
  // The proof is stored before its outcome is reported.
  await vi.waitFor(() => expect(outcomes).toEqual(['ready', 'ready']), 30_000)
  expect(JSON.stringify(lines)).toContain(first.slice(0, 14))
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`Dana|Cedar|74104|${first}`))
  await end()
  // A stopped renderer is no longer listed.
  expect((await db.query('select 1 from print_renderer')).rows).toEqual([])
})

test('built-in templates do not wait for those of customers, which fill their slots', { tags: ['G14'] }, async () => {
  const request = JSON.stringify({ templates: [{ Id: 'tmpl_own', Version: 1 }] })
  const heavy = await Promise.all(Array.from({ length: 4 }, () => insertProof(db, { request })))
  const open: (() => void)[] = []
  await start(async (proof, _signal, end) => {
    if (heavy.includes(proof.id)) await new Promise<void>((resolve) => open.push(resolve))
    return end()
  })
  await vi.waitFor(() => expect(open).toHaveLength(2), 30_000)
  await becomes(await insertProof(db), { status: 'ready' })
  expect(open).toHaveLength(2)
  for (let released = 0; released < heavy.length; released += 1) {
    await vi.waitFor(() => expect(open.length).toBeGreaterThan(released), 30_000)
    open[released]?.()
  }
  for (const id of heavy) await becomes(id, { status: 'ready' })
})

test('two renderers never make the same proof', { tags: ['R56'] }, async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => insertProof(db)))
  const made: string[] = []
  const make: typeof finish = (proof, _signal, end) => {
    made.push(proof.id)
    return end()
  }
  await Promise.all([start(make), start(make)])
  for (const id of ids) await becomes(id, { status: 'ready' })
  expect(made.toSorted()).toEqual(ids.toSorted())
})

test(
  'a proof whose renderer died once is rendered by another one, and fails after the third time',
  { tags: ['R53'] },
  async () => {
    const add = async (attempts: number) => {
      const id = await insertProof(db, { attempts, turn: 0 })
      await db.query(
        `insert into jobs.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, policy, retry_limit, retry_count)
         select name, json_build_object('id', $1::text), 'active', now() - interval '1 minute', now() - interval '1 minute',
                6, policy, retry_limit, $2 from jobs.queue where name = 'proof'`,
        [id, attempts - 1],
      )
      return id
    }
    const [once, thrice] = [await add(1), await add(3)]
    await start(finish)
    onTestFinished(hurryJobs(db))
    await becomes(once, { status: 'ready', attempts: 2 })
    await becomes(thrice, { status: 'failed' })
    expect(await proofRow(db, thrice)).toMatchObject({ failure_code: 'attempts_exhausted' })
  },
)

const sent = JSON.stringify({ templates: [], imb: '1'.repeat(25) })
const starved = { cause: new StarvedError() }

/** Attempts for a proof, and for a piece that is sent; 0 means no limit. */
const failures: [what: string, error: () => Error, code: string, attempts: number, attemptsOfMail: number][] = [
  ['a template that leaves its page', () => new LayoutError('navigated'), 'template_failed', 1, 1],
  ['a template without confinement', () => new UntrustedTemplateError('no'), 'untrusted_templates_unavailable', 1, 0],
  ['a template that takes too long', () => new LayoutError('timeout'), 'timeout', 2, 2],
  ['a machine that is busy', () => new LayoutError('timeout', starved), 'timeout', 3, 10],
  ['a print file that takes too long', () => new PressTimeoutError('slow'), 'print_timeout', 1, 1],
  ['a print file on a busy machine', () => new PressTimeoutError('slow', starved), 'print_timeout', 3, 10],
  ['a browser that ends', () => new LayoutError('renderer_crashed'), 'renderer_crashed', 3, 10],
  ['a disk that is full', () => new StorageError('full'), 'storage_failed', 3, 0],
  ['an unexpected error', () => new Error('Dana Sample'), 'renderer_crashed', 3, 10],
]

test(
  'a failure fails the proof after a number of attempts that depends on its cause and is larger for sent pieces',
  { tags: ['R54', 'R55'] },
  async () => {
    const errors = new Map<string, () => Error>()
    const tried: Record<string, number> = {}
    const expected: Record<string, { code: string; attempts: number }> = {}
    const add = async (error: () => Error, code: string, attempts: number, changes: { attempts?: number } = {}) => {
      const id = `proof_${String(errors.size).padStart(20, '0')}`
      errors.set(id, error)
      expected[id] = { code, attempts: attempts - (changes.attempts ?? 0) }
      await insertProof(db, { id, ...changes, ...(changes.attempts !== undefined && { request: sent }) })
    }
    for (const [, error, code, attempts, ofMail] of failures) {
      await add(error, code, attempts)
      if (ofMail > 0) await add(error, code, ofMail, { attempts: Math.max(0, ofMail - 2) })
    }
    await start(async ({ id }) => {
      tried[id] = (tried[id] ?? 0) + 1
      throw errors.get(id)?.()
    })
    onTestFinished(hurryJobs(db))
    for (const [id, { code, attempts }] of Object.entries(expected)) {
      await becomes(id, { status: 'failed', failure_code: code })
      expect([id, code, tried[id]]).toEqual([id, code, attempts])
    }
    expect(JSON.stringify(lines)).not.toContain('Dana')
  },
)

test(
  'sent pieces wait indefinitely for a file store, a database, and a browser that are down',
  {
    tags: ['R55'],
  },
  async () => {
    const id = await insertProof(db, { request: sent })
    const away = [new StorageError('away'), new UntrustedTemplateError('no'), new Error('Connection terminated')]
    let tried = 0
    await start(async (_proof, _signal, end) => {
      tried += 1
      if (tried > 6) return end()
      throw away[tried % 3]
    })
    onTestFinished(hurryJobs(db))
    await becomes(id, { status: 'ready', attempts: 1 })
    expect(tried).toBe(7)
  },
)

test(
  'sent pieces are retried after longer delays when they are old, and after their browser ended',
  { tags: ['R54', 'R55'] },
  async () => {
    const pauses: [error: Error, age: string, min: number, max: number][] = [
      [new StorageError('away'), '0', 0, 10],
      [new StorageError('away'), '1 hour', 20, 31],
      [new LayoutError('renderer_crashed'), '1 hour', 200, 301],
    ]
    const ids: string[] = []
    for (const [, age] of pauses) {
      const id = await insertProof(db, { request: sent })
      await db.query('update print_proof set created_at = now() - $2::interval where id = $1', [id, age])
      ids.push(id)
    }
    await start(({ id }) => Promise.reject(pauses[ids.indexOf(id)]?.[0]))
    for (const [place, [, , min, max]] of pauses.entries()) {
      const pause = await vi.waitFor(async () => {
        const { rows } = await db.query(
          `select extract(epoch from start_after - now())::float8 as pause from jobs.job where data ->> 'id' = $1 and start_after > now()`,
          [ids[place]],
        )
        expect(rows).toHaveLength(1)
        return rows[0].pause
      }, 30_000)
      expect(pause).toBeGreaterThan(min)
      expect(pause).toBeLessThan(max)
    }
  },
)

test('a temporary failure costs one attempt', { tags: ['R54'] }, async () => {
  const id = await insertProof(db)
  await start(async (proof, _signal, end) => {
    if (proof.attempts === 1) throw new LayoutError('renderer_crashed')
    return end()
  })
  onTestFinished(hurryJobs(db))
  await becomes(id, { status: 'ready' })
  expect(await proofRow(db, id)).toMatchObject({ attempts: 2 })
})

test('a browser that does not restart costs no attempt, and is reported', { tags: ['R59'] }, async () => {
  const id = await insertProof(db)
  let tried = 0
  let lost = 0
  await start(
    async (_proof, _signal, end) => {
      tried += 1
      if (tried < 6) throw new NoBrowserError(new Error('/tmp is full'))
      return end()
    },
    { onLost: () => (lost += 1) },
  )
  onTestFinished(hurryJobs(db))
  await becomes(id, { status: 'ready', attempts: 1 })
  expect([tried, lost]).toEqual([6, 5])
  expect(lines).toContainEqual(expect.objectContaining({ event: 'browser_absent', reason: '/tmp is full' }))
})

test(
  'on each stop, it finishes the proofs that it can and releases the rest without counting an attempt',
  { tags: ['R57'] },
  async () => {
    const [fast, slow, waiting] = [await insertProof(db), await insertProof(db), await insertProof(db)]
    const waitForAbort = (signal: AbortSignal) =>
      new Promise((_resolve, reject) => {
        // A job that is claimed just as the worker stops is already aborted.
        signal.throwIfAborted()
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    for (let restart = 0; restart < 4; restart += 1) {
      const { worker, end } = await start(async (proof, signal, finishIt) => {
        if (proof.id !== fast) await waitForAbort(signal)
        return finishIt()
      })
      await vi.waitFor(() => expect(worker.inWork).toBe(2), 30_000)
      await end()
    }
    await nextTurn()
    expect(await proofRow(db, fast)).toMatchObject({ status: 'ready' })
    for (const id of [slow, waiting]) expect(await proofRow(db, id)).toMatchObject({ status: 'rendering', attempts: 0 })
    await start(finish)
    for (const id of [slow, waiting]) await becomes(id, { status: 'ready', attempts: 1 })
  },
)
