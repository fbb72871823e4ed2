import type { Worker } from 'node:worker_threads'
import type { TimeLimits } from '../time-limits.ts'

/** How long a thread has had a processor, in milliseconds. One whose program does not run yet has had none. */
const workedMs = (worker: Pick<Worker, 'cpuUsage'>): Promise<number> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => 0,
  )

/**
 * Says once that a thread has had its time, unless the watch is ended before, with what this returns. A thread that gets
 * no processor does not answer how long it had one, so the time in all is kept apart from that.
 */
export function watchThread(
  worker: Pick<Worker, 'cpuUsage'>,
  { work, wall }: TimeLimits,
  onOver: (reason: Error) => void,
): () => void {
  let isOver = false
  const before = workedMs(worker)
  const end = () => {
    isOver = true
    clearTimeout(look)
    clearTimeout(wallTimer)
  }
  const over = (what: string) => {
    end()
    onOver(new Error(`The piece took longer than ${what}`))
  }
  const askIn = (ms: number) =>
    setTimeout(async () => {
      const left = work - (await workedMs(worker)) + (await before)
      if (isOver) return
      if (left <= 0) over(`${work} ms of a processor`)
      else look = askIn(Math.ceil(left))
    }, ms)
  // It cannot have worked for longer than time has passed.
  let look = askIn(work)
  const wallTimer = setTimeout(() => over(`${wall} ms`), wall)
  return end
}
