import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './say.ts'

const probeEveryMs = 50
const sayEveryMs = 5_000
const probeTimeoutMs = 2_000

export interface Clock {
  /** Milliseconds from an arbitrary origin. */
  now: () => number
  /** Returns early when `signal` aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

export const wallClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
}

interface Start {
  /** Capitalized, to start a sentence: "The API". */
  name: string
  /** The reason why the server is not ready. Undefined once it is. */
  obstacle: () => Promise<string | undefined>
  /** Settles once the server has ended for good. */
  ended: Promise<unknown>
  stopping?: AbortSignal
  report?: (text: string) => void
  clock?: Clock
}

/**
 * Waits as long as the server lives. There is no time limit, because a healthy start may take minutes on a busy
 * machine. Instead, a line every few seconds says what it is waiting for.
 */
export async function waitUntilReady(start: Start): Promise<'ready' | 'ended' | 'stopped'> {
  const { name, obstacle, ended, stopping, report = say, clock = wallClock } = start
  const hasEnded = ended.then(() => 'ended' as const)
  const startedAt = clock.now()
  let saidAt = startedAt

  for (;;) {
    const attempt = await Promise.race([hasEnded, obstacle().then((reason) => ({ reason }))])
    if (stopping?.aborted) return 'stopped'
    if (attempt === 'ended') return 'ended'
    if (attempt.reason === undefined) return 'ready'

    if (clock.now() - saidAt >= sayEveryMs) {
      saidAt = clock.now()
      report(`${name} is still starting after ${Math.round((saidAt - startedAt) / 1000)} s: ${attempt.reason}`)
    }
    await Promise.race([hasEnded, clock.sleep(probeEveryMs, stopping)])
  }
}

/** The reason why this URL does not respond with 200. Undefined if it does. */
export async function obstacleAt(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) })
    await response.body?.cancel()
    return response.ok ? undefined : `${url} answers ${response.status}`
  } catch (error) {
    // `fetch` hides the reason for a failed connection in the cause.
    const { name, cause } = error as Error & { cause?: { code?: string } }
    if (name === 'TimeoutError') return `${url} does not answer within ${probeTimeoutMs / 1000} s`
    return cause?.code === 'ECONNREFUSED'
      ? `nothing listens at ${url} yet`
      : `${url} cannot be reached (${cause?.code})`
  }
}

/** A start takes ten seconds on two busy processors, and longer if several start at the same time. */
const startLimitMs = 60_000

/** Waits until the condition holds. Resolves to false at the limit. */
export async function until(isSo: () => Promise<boolean> | boolean, limitMs = Infinity): Promise<boolean> {
  for (const giveUpAt = performance.now() + limitMs; performance.now() < giveUpAt; await sleep(probeEveryMs)) {
    if (await isSo()) return true
  }
  return false
}

/** Waits for status 200. Resolves to false at the limit. */
export const answers = (url: string, limitMs = startLimitMs): Promise<boolean> =>
  until(async () => (await obstacleAt(url)) === undefined, limitMs)

/** Reports every few seconds that a step without output is still running. */
export async function reportWhile<T>(step: string, work: Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const report = () => say(`${step} (${Math.round((performance.now() - startedAt) / 1000)} s so far)`)
  const timer = setInterval(report, sayEveryMs)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}
