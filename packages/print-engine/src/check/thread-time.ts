import type { Worker } from 'node:worker_threads'
import { StarvedError, type TimeLimits } from '../time-limits.ts'

/** The processor time that a thread has used, in milliseconds. 0 before its program runs. */
const workedMs = (worker: Pick<Worker, 'cpuUsage'>): Promise<number> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => 0,
  )

/**
 * Finishing or checking the print file took too long. Another attempt would fail too, unless the cause is a
 * StarvedError.
 */
export class PressTimeoutError extends Error {
  override readonly name = 'PressTimeoutError'
}

/**
 * Calls `onOver` once when a thread has used up its time. Returns a function that stops watching. A starved thread does
 * not report its processor time, so the wall time has a separate timer.
 */
export function watchThread(
  worker: Pick<Worker, 'cpuUsage'>,
  { work, wall }: TimeLimits,
  onOver: (reason: PressTimeoutError) => void,
): () => void {
  let isOver = false
  const before = workedMs(worker)
  const end = () => {
    isOver = true
    clearTimeout(check)
    clearTimeout(wallTimer)
  }
  const over = (limit: string, options?: ErrorOptions) => {
    end()
    onOver(new PressTimeoutError(`The piece took longer than ${limit}`, options))
  }
  const checkIn = (ms: number) =>
    setTimeout(async () => {
      const left = work - (await workedMs(worker)) + (await before)
      if (isOver) return
      if (left <= 0) over(`${work} ms of a processor`)
      else check = checkIn(Math.ceil(left))
    }, ms)
  // The thread can't have worked longer than the elapsed time.
  let check = checkIn(work)
  const wallTimer = setTimeout(() => over(`${wall} ms`, { cause: new StarvedError() }), wall)
  return end
}
