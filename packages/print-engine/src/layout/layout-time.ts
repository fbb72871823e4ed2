import { StarvedError, type TimeLimits } from '../time-limits.ts'
import { LayoutError } from './layout-error.ts'

/** The processor time of each browser process, in milliseconds. */
export type ProcessorTimes = ReadonlyMap<number, number>

interface Layout {
  begunAt: number
  worked: number
  stop: (reason: unknown) => void
}

/**
 * Stops layouts that have used up their time. The system does not report which process works on which page. But the
 * processes of a browser share the processors equally, so each could have worked as long as the busiest one. Every
 * layout is charged that time, but never more than the elapsed time.
 */
export function layoutTime(limits: TimeLimits, clock: Pick<typeof performance, 'now'> = performance) {
  const layouts = new Set<Layout>()
  let times: ProcessorTimes = new Map()
  let lookedAt = -Infinity

  return {
    /**
     * Resolves with the result of the layout. The outcome of a stopped layout is ignored.
     * @throws {LayoutError} when its time is up, caused by a StarvedError if that was the wall time, and the abort
     * reason of `signal`
     */
    async keep<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      signal?.throwIfAborted()
      const stopped = Promise.withResolvers<never>()
      const layout: Layout = { begunAt: clock.now(), worked: 0, stop: stopped.reject }
      const onAbort = () => layout.stop(signal?.reason)
      layouts.add(layout)
      signal?.addEventListener('abort', onAbort)
      try {
        return await Promise.race([work(), stopped.promise])
      } finally {
        layouts.delete(layout)
        signal?.removeEventListener('abort', onAbort)
      }
    },

    /**
     * Charges the layouts for the processor time since the last check, or for wall time if the system does not report
     * it.
     */
    look(found: ProcessorTimes | undefined): void {
      const now = clock.now()
      const sinceLastLook = [...(found ?? [])].map(([id, time]) => time - (times.get(id) ?? 0))
      const worked = found ? Math.max(0, ...sinceLastLook) : Infinity
      for (const layout of layouts) {
        layout.worked += Math.min(worked, now - Math.max(layout.begunAt, lookedAt))
        if (layout.worked >= limits.work) layout.stop(new LayoutError('timeout'))
        else if (now - layout.begunAt >= limits.wall)
          layout.stop(new LayoutError('timeout', { cause: new StarvedError() }))
      }
      times = found ?? times
      lookedAt = now
    },
  }
}
