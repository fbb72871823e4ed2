import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { clearJobs, hurryJobs, openWorker, type TestWorker } from '../../test/jobs.ts'
import { type JobKind, jobKinds, type NewJob } from './job-kinds.ts'
import type { Handler } from './jobs.ts'

const { db, config, orm } = await startApp()

const lines: object[] = []
const workers: TestWorker[] = []
const open = async () => {
  const worker = await openWorker(config.databaseUrl, lines)
  workers.push(worker)
  return worker
}
afterEach(async () => {
  await Promise.all(workers.splice(0).map(({ stop }) => stop()))
  await clearJobs(db)
  lines.length = 0
})

const add = async (...added: NewJob[]) => {
  const { jobs } = await open()
  await orm.em.fork({ useContext: false }).transactional((transaction) => jobs.add(transaction, added))
}
const proof = (id: string, priority = 0): NewJob => ({ job: 'proof', payload: { id }, priority })
const mail = (id: string, key: string): NewJob => ({ job: 'mail', payload: { id }, key })
const lead = (id: string): NewJob => ({ job: 'crm', payload: { kind: 'lead', id } })

/** A job as left behind by a worker that was just killed. */
async function addOrphan() {
  await add(proof('orphan'))
  await db.query(`update jobs.job set state = 'active', started_on = now(), heartbeat_on = now()`)
}

/** A handler that records which jobs it ran, and how many at the same time. */
function recorder<Kind extends JobKind>(run: Handler<Kind>['run'] = async () => {}) {
  const ran: string[] = []
  const givenUp: string[] = []
  let atOnce = 0
  const seen = { max: 0 }
  const handler: Handler<Kind> = {
    async run(payload, details) {
      seen.max = Math.max(seen.max, (atOnce += 1))
      ran.push(payload.id)
      return Promise.resolve(run(payload, details)).finally(() => (atOnce -= 1))
    },
    giveUp: async ({ id }) => void givenUp.push(id),
  }
  return { ran, givenUp, seen, handler }
}

test('jobs run by priority, and jobs of the same priority in the order they were added', async () => {
  await add(proof('first', -5), proof('second', -5), proof('last', -9), proof('awaited', 100))
  const { ran, handler } = recorder<'proof'>()
  const { jobs } = await open()
  jobs.work('proof', handler, 1)
  await vi.waitFor(() => expect(ran).toEqual(['awaited', 'first', 'second', 'last']), 30_000)
})

test('jobs of the CRM run one at a time in all processes', async () => {
  await add(...Array.from({ length: 10 }, (_, n) => lead(`lead ${n}`)))
  const { ran, seen, handler } = recorder<'crm'>(async () => {
    // Long enough for others to start.
    for (let queries = 0; queries < 5; queries += 1) await db.query('select 1')
  })
  for (const { jobs } of [await open(), await open()]) jobs.work('crm', handler, 3)
  await vi.waitFor(() => expect(new Set(ran).size).toBe(10), 30_000)
  expect(ran).toHaveLength(10)
  expect(seen.max).toBe(1)
})

test('jobs with the same key run one after the other, and do not delay jobs with other keys', async () => {
  const hold = Promise.withResolvers<void>()
  await add(mail('held', 'a'), mail('behind', 'a'), mail('other', 'b'))
  const { ran, handler } = recorder<'mail'>(async ({ id }) => (id === 'held' ? hold.promise : undefined))
  const { jobs } = await open()
  jobs.work('mail', handler)
  await vi.waitFor(() => expect(ran).toContain('other'), 30_000)
  expect(ran).not.toContain('behind')
  hold.resolve()
  await vi.waitFor(() => expect(ran).toContain('behind'), 30_000)
})

test('a lane claims the next job as soon as one ends, instead of polling a second later', async () => {
  await add(...Array.from({ length: 30 }, (_, n) => mail(`mail ${n}`, `receiver ${n}`)))
  const { ran, handler } = recorder<'mail'>()
  const { jobs } = await open()
  jobs.work('mail', handler, 1)
  await vi.waitFor(() => expect(ran).toHaveLength(30), 15_000)
})

test('a job whose worker was killed runs again within 15 seconds', { tags: ['R21', 'R53'] }, async () => {
  await add(proof('orphan'))
  const dying = fork(new URL('../../test/dying-worker.ts', import.meta.url), [config.databaseUrl])
  await once(dying, 'message')
  const { ran, handler } = recorder<'proof'>()
  const { jobs } = await open()
  jobs.work('proof', handler)
  dying.kill('SIGKILL')
  await vi.waitFor(() => expect(ran).toEqual(['orphan']), { timeout: 15_000, interval: 50 })
})

test('a job that waited for a month without a worker is not deleted', async () => {
  await add(proof('patient'), proof('finished'))
  await db.query(`update jobs.job set keep_until = keep_until - interval '1 month'`)
  await db.query(
    `update jobs.job set state = 'completed', completed_on = now() - interval '1 month' where data ->> 'id' = 'finished'`,
  )
  await db.query('update jobs.queue set maintain_on = null')
  const { jobs } = await open()
  jobs.work('crm', recorder<'crm'>().handler)
  const finished = `select from jobs.job where data ->> 'id' = 'finished'`
  await vi.waitFor(async () => expect((await db.query(finished)).rowCount).toBe(0), 60_000)
  const { ran, handler } = recorder<'proof'>()
  jobs.work('proof', handler)
  await vi.waitFor(() => expect(ran).toEqual(['patient']), 30_000)
})

describe('after the database clock was set back by two days', { tags: ['R42'] }, () => {
  const setBack = () =>
    db.query(`
      with queues as (
        update jobs.queue set monitor_claim_on = monitor_claim_on + interval '2 days', maintain_on = maintain_on + interval '2 days')
      update jobs.job set start_after = start_after + interval '2 days', heartbeat_on = heartbeat_on + interval '2 days'`)

  test('a job whose worker was killed runs again', async () => {
    await addOrphan()
    await setBack()
    const { ran, handler } = recorder<'proof'>()
    const { jobs } = await open()
    jobs.work('proof', handler)
    await vi.waitFor(() => expect(ran).toEqual(['orphan']), { timeout: 50_000, interval: 50 })
  })

  test('a job that waits for its next attempt does not wait two more days', async () => {
    await add(proof('retried'))
    let runs = 0
    const { ran, handler } = recorder<'proof'>(async () => ((runs += 1) === 1 ? { againInMs: 60_000 } : undefined))
    const { jobs } = await open()
    jobs.work('proof', handler)
    const waits = `select from jobs.job where state = 'created' and start_after > now()`
    await vi.waitFor(async () => expect((await db.query(waits)).rowCount).toBe(1), 30_000)
    await setBack()
    await vi.waitFor(() => expect(ran).toHaveLength(2), 30_000)
  })
})

test(
  'a job whose worker was killed runs again, even if the clock of the other machine was set back',
  { tags: ['R42'] },
  async () => {
    const { ran, handler } = recorder<'proof'>()
    const { jobs } = await open()
    jobs.work('crm', recorder<'crm'>().handler)
    const looks = 'select from jobs.queue where monitor_claim_on > $1'
    const since = new Date()
    await vi.waitFor(async () => expect((await db.query(looks, [since])).rowCount).toBeGreaterThan(0), 30_000)
    const setBack = vi.spyOn(Date, 'now').mockReturnValue(since.getTime() - 3_600_000)
    await addOrphan()
    jobs.work('proof', handler)
    const ended = vi.waitUntil(() => ran.length > 0, { timeout: 50_000, interval: 50 })
    await ended.finally(() => setBack.mockRestore())
    expect(ran).toEqual(['orphan'])
  },
)

describe('a job that fails', () => {
  test('runs again as a new job when its handler asks for a retry', async () => {
    await add(proof('passing'))
    let runs = 0
    const { ran, handler } = recorder<'proof'>(async () => ((runs += 1) < 3 ? { againInMs: 1 } : undefined))
    const { jobs } = await open()
    jobs.work('proof', handler)
    await vi.waitFor(() => expect(ran).toHaveLength(3), 30_000)
    await vi.waitFor(async () => {
      expect((await db.query(`select 1 from jobs.job where state <> 'completed'`)).rows).toEqual([])
    }, 30_000)
  })

  test('unexpectedly is retried as often as its kind allows, then dropped, and no error message is stored', async () => {
    await add(proof('broken'))
    const { ran, givenUp, handler } = recorder<'proof'>(async () => {
      throw new Error('Dana Sample')
    })
    const { jobs } = await open()
    jobs.work('proof', handler)
    const endHurry = hurryJobs(db)
    await vi.waitFor(() => expect(givenUp).toEqual(['broken']), 30_000).finally(endHurry)
    expect(ran).toHaveLength(jobKinds.proof.attempts)
    expect(JSON.stringify([lines, (await db.query('select output from jobs.job')).rows])).not.toContain('Dana')
  })

  test('because its payload does not match its kind is dropped', async () => {
    await db.query(`insert into jobs.job (name, data) values ('proof', '{"address": "Elm St"}')`)
    const { ran, handler } = recorder<'proof'>()
    const { jobs } = await open()
    jobs.work('proof', handler)
    await vi.waitFor(() => expect(lines).toContainEqual({ event: 'job_dropped', job: 'proof' }), 30_000)
    expect(ran).toEqual([])
  })
})

test('jobs of a rolled-back transaction are not added', async () => {
  const { jobs } = await open()
  const undone = orm.em.fork({ useContext: false }).transactional(async (transaction) => {
    await jobs.add(transaction, [proof('undone')])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect((await db.query('select 1 from jobs.job')).rows).toEqual([])
})
