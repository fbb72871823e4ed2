import { randomUUID } from 'node:crypto'
import type { ProofFailureCode } from '@app/print-engine/failures'
import {
  LayoutError,
  NoBrowserError,
  reasonOf,
  PressTimeoutError,
  type PrintEngine,
  StarvedError,
  UntrustedTemplateError,
} from '@app/print-engine/printing'
import { isUnavailable } from '../../../db/unavailable.ts'
import { jobKinds, retryInMs } from '../../../jobs/job-kinds.ts'
import type { Again, Handler, Jobs, Log } from '../../../jobs/jobs.ts'
import { loggable } from '../../../errors/loggable.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { takeProofs } from '../proofs/proof-outbox.ts'
import { heartbeatMs } from '../renderers/renderers.queries.ts'
import {
  claimProof,
  type ClaimedProof,
  type EndedProof,
  failProof,
  type OnFinished,
  releaseProof,
} from './proof-rows.ts'
import { type Made, StorageError } from './proof-work.ts'
import { daysAgo, now, type RowOf } from '../../../db/sql.ts'
import type { PrintRendererEntity } from '../../../entities/print.entity.ts'

type RendererRow = Omit<RowOf<typeof PrintRendererEntity>, 'startedAt' | 'seenAt'>

/** Stores a renderer's heartbeat. Deletes rows of renderers that have been gone for a day. */
async function showRenderer(em: EntityManager, { id, version, ...state }: RendererRow): Promise<void> {
  const db = tables(em)
  await db.deleteFrom('print_renderer').where('seenAt', '<', daysAgo(1)).execute()
  const seen = { ...state, seenAt: now }
  await db
    .insertInto('print_renderer')
    .values({ id, version, ...seen })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
    .execute()
}

async function hideRenderer(em: EntityManager, id: string): Promise<void> {
  await tables(em).deleteFrom('print_renderer').where('id', '=', id).execute()
}

export interface ProofWorkerSettings {
  engine: Pick<PrintEngine, 'browser'>
  /** Makes the proof, stores its files, and finishes its row. */
  make: (proof: ClaimedProof, signal: AbortSignal) => Promise<Made>
  /** Called when a proof failed. */
  onFinished: OnFinished
  log: Log
  version: string
  /** Maximum concurrent proofs of customers' templates, and, separately, of built-in ones. */
  slots: number
  /** Number of print run files that this process is currently making. */
  runFilesInWork?: () => number
  /** Called with the outcome of each attempt. */
  onOutcome?: (outcome: string, spans: Record<string, number>) => void
  /** Called when the browser no longer starts: only a new process may help. */
  onLost: () => void
}

/** How an attempt ended, and when the next one is due. */
interface Attempt {
  outcome: string
  spans?: Record<string, number>
  again?: Again
}

const browserPauseMs = 1_000
/** Few, because the caller can request a proof again. */
const attemptsOfProof = 3
const isSent = ({ request }: ClaimedProof): boolean => request.imb !== undefined
/**
 * Sent mail is paid for, and pieces share a browser and a machine: another piece may have caused an error, and may be
 * gone by a later attempt.
 */
const attemptsOf = (proof: ClaimedProof): number => (isSent(proof) ? jobKinds.proof.attempts : attemptsOfProof)

/**
 * Exponential backoff for print files of sent mail. Outages of a file store, database, or browser are retried
 * indefinitely, so each pause is short. Ten attempts take at least eight minutes, so neither a busy machine nor a
 * caller whose templates keep crashing browsers gets the piece rejected.
 */
const pauseMs = { shortest: 1_000, ofOutage: 30_000, ofFailure: 300_000 }
const pauseOf = ({ ageMs }: ClaimedProof, longest: number): number =>
  Math.min(Math.max(ageMs, pauseMs.shortest), longest)

/** Enough to find the row. The full id would grant access to the proof. */
const shortened = (id: string): string => `${id.slice(0, 'proof_'.length + 8)}…`

/** Queues proofs and makes them. Any number of processes may run this. */
export function startProofWorker(em: EntityManager, jobs: Jobs, settings: ProofWorkerSettings) {
  const { make, onFinished, log, slots, onOutcome, onLost } = settings
  let inWork = 0

  const attempt = async (proof: ClaimedProof, signal: AbortSignal): Promise<Attempt> => {
    try {
      const { isOurs, spans } = await make(proof, signal)
      return { outcome: isOurs ? 'ready' : 'superseded', spans }
    } catch (error) {
      if (signal.aborted) {
        await releaseProof(em, proof)
        return { outcome: 'released', again: { againInMs: 0 } }
      }
      if (error instanceof NoBrowserError) {
        log.warn({ event: 'browser_absent', reason: reasonOf(error.cause) }, 'no browser starts')
        onLost()
        await releaseProof(em, proof)
        return { outcome: 'released', again: { againInMs: browserPauseMs } }
      }
      return fail(em, proof, error, settings)
    }
  }

  const giveUp = async (id: string) => {
    await end(em, { id }, 'attempts_exhausted', onFinished)
    onOutcome?.('attempts_exhausted', {})
  }

  jobs.relay('proofs', takeProofs)
  const handler: Handler<'proof' | 'house_proof'> = {
    async run({ id }, { signal }) {
      const proof = await claimProof(em, id)
      if (!proof) return
      if (proof.attempts > attemptsOf(proof)) return giveUp(id)
      const since = performance.now()
      inWork += 1
      const { outcome, spans = {}, again } = await attempt(proof, signal).finally(() => (inWork -= 1))
      onOutcome?.(outcome, spans)
      log.info({ event: 'proof', id: shortened(id), outcome, ms: Math.round(performance.now() - since) })
      return again
    },
    giveUp: ({ id }) => giveUp(id),
  }
  jobs.work('proof', handler, slots)
  jobs.work('house_proof', handler, slots)

  return {
    get inWork() {
      return inWork
    },
    /** Stops the heartbeat. */
    stop: startHeartbeat(em, settings, () => inWork),
  }
}

/** Sends this renderer's heartbeat and counters until the returned function is called. */
function startHeartbeat(em: EntityManager, settings: ProofWorkerSettings, proofsInWork: () => number) {
  const { engine, log, version, runFilesInWork = () => 0 } = settings
  const id = randomUUID()
  let beating: Promise<void> = Promise.resolve()
  const sendHeartbeat = () => {
    const { confinement, counts } = engine.browser
    const reason = confinement.kind === 'none' ? confinement.reason : null
    const work = { inWork: proofsInWork(), runFiles: runFilesInWork(), counts: { ...counts } }
    const row = { id, version, confinement: confinement.kind, reason, ...work }
    beating = beating
      .then(() => showRenderer(em, row))
      .catch((error: unknown) => log.warn({ error: loggable(error) }, 'the heartbeat of the renderer was not stored'))
  }
  sendHeartbeat()
  const heartbeat = setInterval(sendHeartbeat, heartbeatMs)

  return async () => {
    clearInterval(heartbeat)
    await beating
    await hideRenderer(em, id).catch(() => {})
  }
}

async function fail(
  em: EntityManager,
  proof: ClaimedProof,
  error: unknown,
  { log, onFinished }: Pick<ProofWorkerSettings, 'log' | 'onFinished'>,
): Promise<Attempt> {
  const { id, attempts } = proof
  const code = failureOf(error)
  log.warn({ event: 'proof_failed', id: shortened(id), attempt: attempts, code, error: loggable(error) })
  if (isSent(proof) && isOutage(error)) {
    await releaseProof(em, proof)
    return { outcome: 'retry_scheduled', again: { againInMs: pauseOf(proof, pauseMs.ofOutage) } }
  }
  if (attempts < attemptsOf(proof) && !isFinal(error, attempts)) {
    const againInMs = isSent(proof) ? pauseOf(proof, pauseMs.ofFailure) : retryInMs('proof', attempts - 1)
    return { outcome: 'retry_scheduled', again: { againInMs } }
  }
  await end(em, proof, code, onFinished)
  return { outcome: code }
}

/** Finishes a proof without files, and settles its piece. */
const end = (em: EntityManager, proof: EndedProof, code: ProofFailureCode, onFinished: OnFinished) =>
  em.transactional(async (transaction) => {
    if (await failProof(transaction, proof, code)) await onFinished(transaction, proof.id)
  })

function failureOf(error: unknown): ProofFailureCode {
  if (error instanceof UntrustedTemplateError) return 'untrusted_templates_unavailable'
  if (error instanceof PressTimeoutError) return 'print_timeout'
  if (error instanceof StorageError) return 'storage_failed'
  if (!(error instanceof LayoutError)) return 'renderer_crashed'
  return error.code === 'navigated' ? 'template_failed' : error.code
}

/** True for a dependency that is down temporarily. Any other error may be caused by the piece. */
const isOutage = (error: unknown): boolean =>
  error instanceof StorageError ||
  error instanceof UntrustedTemplateError ||
  (!(error instanceof LayoutError) && isUnavailable(error))

/** True when a retry would fail in the same way. */
function isFinal(error: unknown, attempts: number): boolean {
  if (error instanceof Error && error.cause instanceof StarvedError) return false
  // A template that times out is tried once more, because the machine may have been busy.
  if (error instanceof LayoutError && error.code === 'timeout') return attempts > 1
  const code = failureOf(error)
  return code !== 'renderer_crashed' && code !== 'storage_failed'
}
