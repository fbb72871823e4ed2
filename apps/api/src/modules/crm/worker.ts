import { EventEmitter } from 'node:events'
import { Logger, run, type Runner } from 'graphile-worker'
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

/** The part of a logger that the worker uses, so that it depends on no particular logger. */
interface Log {
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
}

interface WorkerSettings {
  crm: CrmSettings
  log: Log
  /** Time between two polls for new records. */
  tickMs?: number
  /** Time between two checks whether the CRM accepts rejected credentials again. */
  probeMs?: number
  settleMs?: number
  /** Called with the outcome of each attempt. */
  onOutcome?: (outcome: Outcome) => void
  /** Called after each poll, whatever it found. */
  onTick?: () => void
}

/** The payload of a job, as relay() and queueAgain() write it, and as relayErasures() does. */
const recordJobs = checkedRows(Type.Object({ kind: Type.Enum(['lead', 'sample_request']), id: Type.String() }))
const erasureJobs = checkedRows(Type.Object({ id: Type.String() }))

// The library logs the payload of jobs. The lines below name records by their ids only.
const silent = new Logger(() => () => {})

/**
 * Moves records into the queue and syncs them to the CRM until the returned function is called. Any number of workers
 * may run.
 */
export function startCrmWorker(pool: Pool, settings: WorkerSettings): () => Promise<void> {
  const { log, tickMs = 1_000, probeMs = 30_000, settleMs, onOutcome, onTick } = settings
  const crm = pipedrive(settings.crm)
  let runner: Runner | undefined
  /** The runner could not fetch a job. */
  let isLost = false
  let probedAt = -Infinity

  const sync = async (payload: unknown) => {
    const record = onlyRow(recordJobs([payload]))
    const ran = await withJobLock(pool, record.id, async () => {
      const work = {
        name: `sync to the CRM: ${record.kind}`,
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
      if (!isLost) log.warn({ error: loggable(error) }, 'the CRM worker could not fetch a job')
      isLost = true
    })
    const started = await run({
      events,
      // Without batches, a result that cannot be stored would be an unhandled rejection and end the process. With them it
      // ends the runner, and the next tick starts another one.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      pgPool: pool,
      taskList: { [syncTask]: sync, [eraseTask]: erase },
      // There is one queue, so a second concurrent job would only wait for the first.
      concurrency: 1,
      // The queue is released a moment after its job ends, just after the library has polled and found it taken.
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

  /** Checks from time to time whether the CRM accepts the rejected credentials again. */
  const probe = async () => {
    if (performance.now() - probedAt < probeMs) return
    probedAt = performance.now()
    try {
      await crm.checkCredentials()
      await acceptCredentials(pool)
    } catch (error) {
      if (!(error instanceof CrmError)) throw error
    }
  }

  const tick = async () => {
    const { byStaff, byCredentials, byRest } = await readHalts(pool)
    // While staff want nothing sent, not even the credentials are tried.
    if (byCredentials && !byStaff) await probe()
    if (byStaff || byCredentials || byRest) return stopRunner()
    await freeAbandonedJobs(pool)
    await relay(pool)
    await relayErasures(pool)
    // A runner whose first query fails remembers the failure and never polls again. The database has just answered us,
    // so we replace that runner.
    if (isLost) await stopRunner()
    return startRunner()
  }

  let isOver = false
  let timer: NodeJS.Timeout
  let ticking: Promise<void> = Promise.resolve()
  const loop = () => {
    ticking = tick()
      .catch((error: unknown) => log.warn({ error: loggable(error) }, 'the CRM worker could not poll for work'))
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
