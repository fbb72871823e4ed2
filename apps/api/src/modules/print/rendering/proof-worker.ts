import { randomUUID } from 'node:crypto'
import type { ProofFailureCode } from '@app/print-engine'
import { LayoutError, NoBrowserError, type PrintEngine, UntrustedTemplateError } from '@app/print-engine/printing'
import type { Pool } from 'pg'
import { loggable } from '../../../loggable.ts'
import {
  areMoreThan,
  claimProofs,
  type ClaimedProof,
  failAbandoned,
  failProof,
  giveBack,
  isLastAttempt,
  renewLeases,
} from './proof-queue.ts'
import { type Made, StorageError } from './proof-work.ts'
import { beatMs } from '../renderers/alive.ts'
import { hideRenderer, showRenderer } from '../renderers/renderer-row.ts'

/** The part of a logger that the renderer uses. */
export interface Log {
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
}

export interface ProofWorkerSettings {
  engine: Pick<PrintEngine, 'browser'>
  /** Makes the proof, stores its files and ends its row. */
  make: (proof: ClaimedProof, signal: AbortSignal) => Promise<Made>
  log: Log
  version: string
  /** Proofs that are made at the same time. */
  atOnce: number
  /** Time between two looks at the queue when nobody announces anything. */
  tickMs?: number
  /** Pause after each proof, and after each in a crowd. */
  pauseMs?: number
  restMs?: number
  /** Called with how each attempt ended. */
  onOutcome?: (outcome: string, spans: Record<string, number>) => void
  /** Called after each look at the queue, whatever it found. */
  onTick?: () => void
  /** Called once when no browser starts any more. Nothing is taken from the queue from then on. */
  onLost?: () => void
  /** Pause after a browser that did not start. */
  browserRestMs?: number
}

export interface ProofWorker {
  /** Looks at the queue now: a proof was announced. */
  wake(): void
  readonly inWork: number
  /** Takes nothing new, waits this long for what is in work, and gives the rest back. */
  stop(limitMs: number): Promise<void>
}

/** A full disk, a store that does not answer or a browser that ended may be well again in a moment. */
const restSeconds: Partial<Record<ProofFailureCode, number>> = { storage_failed: 5, crashed: 2 }

/**
 * More proofs than this in a second are a crowd. Storing them needs the machine, so they are made one after the other, with
 * pauses, until it is over.
 */
const crowdPerSecond = 25

/** A browser that does not start so often in a row will not start at all: only a new process may help. */
const mostFailedStarts = 3

class GivenBack extends Error {}

/** Enough to find the row by. Whoever knows the whole id may read the proof. */
const shortened = (id: string): string => `${id.slice(0, 'proof_'.length + 8)}…`

/** Makes the proofs of the queue until it is stopped. Any number of processes may. */
export function startProofWorker(pool: Pool, settings: ProofWorkerSettings): ProofWorker {
  const { engine, make, log, version, atOnce, onOutcome, onTick, onLost } = settings
  const { tickMs = 1_000, pauseMs = 0, restMs = 500, browserRestMs = 2_000 } = settings
  const id = randomUUID()
  const inWork = new Map<ClaimedProof, { ended: Promise<void>; abort: AbortController }>()
  let isOver = false
  let isLost = false
  let isCrowded = false
  let rest: NodeJS.Timeout | undefined

  const work = async (proof: ClaimedProof, signal: AbortSignal) => {
    const since = performance.now()
    let outcome: string
    let spans: Record<string, number> = {}
    try {
      const made = await make(proof, signal)
      spans = made.spans
      outcome = made.isOurs ? 'ready' : 'made elsewhere'
    } catch (error) {
      outcome = await settle(proof, error)
    }
    onOutcome?.(outcome, spans)
    log.info({ event: 'proof', id: shortened(proof.id), outcome, ms: Math.round(performance.now() - since) })
  }

  /** Takes nothing while there is no browser: each proof would be begun in vain. */
  const restWithoutBrowser = ({ failedStarts, cause }: NoBrowserError) => {
    log.warn({ event: 'browser_absent', failedStarts, error: loggable(cause) }, 'no browser starts')
    clearTimeout(rest)
    rest = setTimeout(endRest, browserRestMs)
    if (isLost || failedStarts < mostFailedStarts) return
    isLost = true
    onLost?.()
  }

  /** What becomes of a proof that was not made. */
  const settle = async (proof: ClaimedProof, error: unknown): Promise<string> => {
    if (error instanceof GivenBack) {
      await giveBack(pool, proof, { isAttempt: false })
      return 'given back'
    }
    if (error instanceof NoBrowserError) {
      restWithoutBrowser(error)
      await giveBack(pool, proof, { isAttempt: false })
      return 'given back'
    }
    const code = failureOf(error)
    log.warn({ event: 'proof_failed', id: shortened(proof.id), attempt: proof.attempts, code, error: loggable(error) })
    if (isLastAttempt(proof) || isFinal(code, proof)) {
      await failProof(pool, proof, code)
      return code
    }
    await giveBack(pool, proof, { isAttempt: true, afterSeconds: restSeconds[code] ?? 0 })
    return 'tried again'
  }

  const start = (proof: ClaimedProof) => {
    const abort = new AbortController()
    const ended = work(proof, abort.signal)
      // The lease ends, and the proof is made again.
      .catch((error: unknown) => log.warn({ error: loggable(error) }, 'what became of a proof could not be stored'))
      .finally(() => {
        inWork.delete(proof)
        const pause = isCrowded ? restMs : pauseMs
        if (pause > 0) rest ??= setTimeout(endRest, pause)
        else wake()
      })
    inWork.set(proof, { ended, abort })
  }

  const endRest = () => {
    rest = undefined
    wake()
  }

  const fill = async () => {
    if (inWork.size >= atOnce || rest || isOver || isLost) return
    const wasCrowded = isCrowded
    isCrowded = await areMoreThan(pool, crowdPerSecond)
    if (isCrowded && !wasCrowded) {
      rest = setTimeout(endRest, restMs)
      return
    }
    const free = (isCrowded ? 1 : atOnce) - inWork.size
    if (free <= 0) return
    for (const proof of await claimProofs(pool, free)) start(proof)
  }

  /** One look at the queue at a time. Whoever asks meanwhile gets another one after it. */
  let filling: Promise<void> | undefined
  let isAskedAgain = false
  const wake = () => {
    if (isOver) return
    if (filling) {
      isAskedAgain = true
      return
    }
    isAskedAgain = false
    filling = fill()
      .catch((error: unknown) => log.warn({ error: loggable(error) }, 'the renderer could not look at the queue'))
      .finally(() => {
        filling = undefined
        if (isAskedAgain) wake()
      })
  }

  const beat = async () => {
    const { confinement, counts } = engine.browser
    await showRenderer(pool, {
      id,
      version,
      confinement: confinement.kind,
      reason: confinement.kind === 'open' ? confinement.reason : null,
      inWork: inWork.size,
      counts: { ...counts },
    })
    if (inWork.size > 0) await renewLeases(pool, inWork.keys())
    await failAbandoned(pool)
  }

  let beating: Promise<void> = Promise.resolve()
  const beatNow = () => {
    beating = beating
      .then(beat)
      .catch((error: unknown) => log.warn({ error: loggable(error) }, 'the renderer could not say that it lives'))
  }
  beatNow()
  wake()
  const heart = setInterval(beatNow, beatMs)
  const ticker = setInterval(() => {
    wake()
    onTick?.()
  }, tickMs)

  return {
    wake,
    get inWork() {
      return inWork.size
    },
    async stop(limitMs) {
      isOver = true
      clearInterval(ticker)
      await filling
      const giveUp = setTimeout(() => {
        for (const { abort } of inWork.values()) abort.abort(new GivenBack('the renderer stops'))
      }, limitMs)
      await Promise.all([...inWork.values()].map(({ ended }) => ended))
      clearTimeout(giveUp)
      clearTimeout(rest)
      clearInterval(heart)
      await beating
      await hideRenderer(pool, id).catch(() => {})
    },
  }
}

function failureOf(error: unknown): ProofFailureCode {
  if (error instanceof UntrustedTemplateError) return 'untrusted_templates_unavailable'
  if (error instanceof StorageError) return 'storage_failed'
  if (!(error instanceof LayoutError)) return 'crashed'
  return error.code === 'navigated' ? 'template_failed' : error.code
}

/** Whether another attempt would end in the same way. */
function isFinal(code: ProofFailureCode, { attempts }: ClaimedProof): boolean {
  // A template that takes too long is tried once more: the machine may have been busy.
  if (code === 'timeout') return attempts > 1
  return code !== 'crashed' && code !== 'storage_failed'
}
