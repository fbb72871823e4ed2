import { EventEmitter } from 'node:events'
import { Logger, run, type Runner, runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { loggable } from '../../loggable.ts'
import { attempt, type Outcome } from './attempt.ts'
import { CrmError } from './crm-error.ts'
import { attemptErasure, eraseTask, relayErasures } from './erasure.ts'
import { acceptCredentials, readHalts } from './halt.ts'
import { type CrmSettings, pipedrive } from './pipedrive.ts'
import { freeAbandonedJobs, queueAgain, relay, syncTask, withJobLock } from './queue.ts'
import { recallTrace } from '../../db/record-traces.ts'
import { inSpan } from '../../tracing/tracing.ts'

const pollMs = 100

/** The part of a logger that a worker uses, whoever's it is. */
interface Log {
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
}

export interface WorkerSettings {
  crm: CrmSettings
  log: Log
  /** Time between looks at what is new. */
  tickMs?: number
  /** Time between questions whether the CRM knows us again. */
  probeMs?: number
  settleMs?: number
  /** Hears how each try went. */
  onOutcome?: (outcome: Outcome) => void
  /** Called after each look at what is new, whatever it found. */
  onTick?: () => void
}

/** The payload of a job, as relay() and queueAgain() write it, and as relayErasures() does. */
const recordJobs = checkedRows(Type.Object({ kind: Type.Enum(['lead', 'sample_request']), id: Type.String() }))
const erasureJobs = checkedRows(Type.Object({ id: Type.String() }))

// The library's own lines name jobs by their payload; ours are written below.
const silent = new Logger(() => () => {})

/**
 * Moves records into the queue and tells the CRM about them, until the returned function is called. Any number of
 * workers may run.
 */
export function startCrmWorker(pool: Pool, settings: WorkerSettings): () => Promise<void> {
  const { log, tickMs = 1_000, probeMs = 30_000, settleMs, onOutcome, onTick } = settings
  const crm = pipedrive(settings.crm)
  let runner: Runner | undefined
  /** The runner could not ask for a job. */
  let isLost = false
  let isMigrated = false
  let probedAt = 0

  const sync = async (payload: unknown) => {
    const record = onlyRow(recordJobs([payload]))
    const ran = await withJobLock(pool, record.id, async () => {
      const work = {
        name: `tell the CRM: ${record.kind}`,
        kind: 'consumer' as const,
        parent: await recallTrace(pool, record.id),
      }
      const outcome = await inSpan(work, () => attempt(pool, crm, record, settleMs))
      onOutcome?.(outcome)
      log.info({ event: 'crm', kind: record.kind, id: record.id, outcome })
    })
    if (!ran) await queueAgain(pool, record.kind, record.id, tickMs)
  }

  const erase = async (payload: unknown) => {
    const { id } = onlyRow(erasureJobs([payload]))
    await withJobLock(pool, id, async () => {
      const outcome = await attemptErasure(pool, crm, id, settleMs)
      onOutcome?.(outcome)
      log.info({ event: 'crm', kind: 'erasure', id, outcome })
    })
  }

  const startRunner = async () => {
    if (runner) return
    isLost = false
    const events = new EventEmitter()
    events.on('worker:getJob:error', ({ error }: { error: Error }) => {
      if (!isLost) log.warn({ error: loggable(error) }, 'the CRM worker could not ask for a job')
      isLost = true
    })
    const started = await run({
      events,
      // Told one by one, a result that finds no database would be a rejection that nobody handles, and the end of the
      // process. In a batch it ends the runner, and the next tick starts another.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      pgPool: pool,
      taskList: { [syncTask]: sync, [eraseTask]: erase },
      // The queue is one, so a second job at a time would only wait for the first.
      concurrency: 1,
      // A queue is free again a moment after its job ended, when the library has just looked in vain.
      pollInterval: Math.min(tickMs, pollMs),
      noHandleSignals: true,
      logger: silent,
    })
    runner = started
    const forget = () => {
      if (runner === started) runner = undefined
    }
    started.promise.then(forget, forget)
  }

  const stopRunner = async () => {
    const stopping = runner
    runner = undefined
    await stopping?.stop().catch(() => {})
  }

  /** Asks, now and then, whether the credentials that were refused are good again. */
  const probe = async () => {
    if (Date.now() - probedAt < probeMs) return
    probedAt = Date.now()
    try {
      await crm.checkCredentials()
      await acceptCredentials(pool)
    } catch (error) {
      if (!(error instanceof CrmError)) throw error
    }
  }

  const tick = async () => {
    if (!isMigrated) await runMigrations({ pgPool: pool, logger: silent })
    isMigrated = true
    const { byStaff, byCredentials, byRest } = await readHalts(pool)
    // While staff want nothing sent, not even the credentials are tried.
    if (byCredentials && !byStaff) await probe()
    if (byStaff || byCredentials || byRest) return stopRunner()
    await freeAbandonedJobs(pool)
    await relay(pool)
    await relayErasures(pool)
    // One whose first question fails keeps that failure for good and asks no more. The database answers us, so another asks.
    if (isLost) await stopRunner()
    return startRunner()
  }

  let isOver = false
  let timer: NodeJS.Timeout
  let ticking: Promise<void> = Promise.resolve()
  const loop = () => {
    ticking = tick()
      .catch((error: unknown) => log.warn({ error: loggable(error) }, 'the CRM worker could not look for work'))
      .finally(() => {
        onTick?.()
        if (!isOver) timer = setTimeout(loop, tickMs)
      })
  }
  loop()

  return async () => {
    isOver = true
    clearTimeout(timer)
    await ticking
    await stopRunner()
  }
}
