import { poolOf } from '../../db/sql.ts'
import { recallTrace } from '../../db/record-traces.ts'
import type { Jobs, Log } from '../../jobs/jobs.ts'
import { loggable } from '../../errors/loggable.ts'
import { inSpan } from '../../tracing/tracing.ts'
import type { EntityManager } from '../../entities/database.ts'
import { type Attempt, attempt } from './attempt.ts'
import { CrmError, type CrmSettings, pipedrive } from './pipedrive.ts'
import { takeCrmJobs } from './crm-outbox.ts'
import { attemptErasure, requeueErasure } from './erasure.ts'
import { acceptCredentials, readHalts } from './halt.ts'
import { giveUp, type RecordKind } from './records.ts'

interface WorkerSettings {
  crm: CrmSettings
  log: Log
  /** Time between two checks of whether the CRM accepts rejected credentials again. */
  probeMs?: number
  settleMs?: number
  onOutcome?: (outcome: Attempt['outcome']) => void
}

/**
 * Queues records and syncs them to the CRM, one at a time across all processes, until the returned function is called.
 */
export function startCrmWorker(
  em: EntityManager,
  jobs: Jobs,
  { crm: settings, log, probeMs = 30_000, settleMs, onOutcome }: WorkerSettings,
): () => void {
  const crm = pipedrive(settings)

  const sync = async (record: { kind: RecordKind; id: string }) => {
    const parent = await recallTrace(await poolOf(em), record.id)
    const work = { name: `sync to the CRM: ${record.kind}`, kind: 'consumer' as const, parent }
    return inSpan(work, () => attempt(em, crm, record, settleMs))
  }

  jobs.relay('crm', takeCrmJobs)
  jobs.work('crm', {
    async run({ kind, id }) {
      const { outcome, again } = await (kind === 'erasure' ? attemptErasure(em, crm, id, settleMs) : sync({ kind, id }))
      onOutcome?.(outcome)
      log.info({ event: 'crm', kind, id, outcome })
      return again
    },
    giveUp: ({ kind, id }) => (kind === 'erasure' ? requeueErasure(em, id) : giveUp(em, { kind, id })),
  })

  /** Checks periodically whether the CRM accepts rejected credentials again, unless staff have paused sending. */
  const probe = async () => {
    try {
      const { byStaff, byCredentials } = await readHalts(em)
      if (byStaff || !byCredentials) return
      await crm.checkCredentials()
      await acceptCredentials(em)
    } catch (error) {
      if (!(error instanceof CrmError))
        log.warn({ error: loggable(error) }, 'could not check the credentials of the CRM')
    }
  }
  const probing = setInterval(() => void probe(), probeMs)
  return () => clearInterval(probing)
}
