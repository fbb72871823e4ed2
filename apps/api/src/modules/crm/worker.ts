import type { Pool } from 'pg'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { recallTrace } from '../../db/record-traces.ts'
import { inSpan } from '../../tracing/tracing.ts'
import { queueAgain, withJobLock } from '../outbox/job-queue.ts'
import { type Log, startOutboxWorker } from '../outbox/outbox-worker.ts'
import { attempt, type Outcome } from './attempt.ts'
import { CrmError } from './crm-error.ts'
import { attemptErasure, eraseTask, relayErasures } from './erasure.ts'
import { acceptCredentials, readHalts } from './halt.ts'
import { type CrmSettings, pipedrive } from './pipedrive.ts'
import { queueName, relay, syncTask } from './queue.ts'

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

/** The payload of a job, as relay() writes it, and as relayErasures() does. */
const recordJobs = checkedRows(Type.Object({ kind: Type.Enum(['lead', 'sample_request']), id: Type.String() }))
const erasureJobs = checkedRows(Type.Object({ id: Type.String() }))

/**
 * Moves records into the queue and syncs them to the CRM until the returned function is called. Any number of workers
 * may run.
 */
export function startCrmWorker(pool: Pool, settings: WorkerSettings): () => Promise<void> {
  const { log, tickMs = 1_000, probeMs = 30_000, settleMs, onOutcome, onTick } = settings
  const crm = pipedrive(settings.crm)
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
    if (!ran) {
      const { kind, id } = record
      await queueAgain(pool, { task: syncTask, queue: queueName, id, payload: { kind }, delayMs: tickMs })
    }
  }

  const erase = async (payload: unknown) => {
    const { id } = onlyRow(erasureJobs([payload]))
    await withJobLock(pool, id, async () => {
      const outcome = await attemptErasure(pool, crm, id, settleMs)
      onOutcome?.(outcome)
      log.info({ event: 'crm', kind: 'erasure', id, outcome })
    })
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

  return startOutboxWorker(pool, {
    name: 'CRM',
    log,
    tasks: { [syncTask]: sync, [eraseTask]: erase },
    // There is one queue, so a second concurrent job would only wait for the first.
    concurrency: 1,
    tickMs,
    // The queue is released a moment after its job ends, just after the library has polled and found it taken.
    pollMs: 100,
    async isHalted() {
      const { byStaff, byCredentials, byRest } = await readHalts(pool)
      // While staff want nothing sent, not even the credentials are tried.
      if (byCredentials && !byStaff) await probe()
      return byStaff || byCredentials || byRest
    },
    async relay() {
      await relay(pool)
      await relayErasures(pool)
    },
    onTick,
  })
}
