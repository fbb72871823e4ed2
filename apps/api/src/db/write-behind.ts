import { setTimeout as sleep } from 'node:timers/promises'

const maxCloseMs = 2_000

/**
 * Writes accumulated data later, so that no request waits for it.
 * @param write never rejects; it calls schedule() for data that it could not write
 */
export function writeBehind(write: () => Promise<void>, everyMs: number) {
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  let isClosed = false
  const flush = () => (last = last.then(write))
  return {
    schedule() {
      if (isClosed) return
      timer ??= setTimeout(() => {
        timer = undefined
        void flush()
      }, everyMs)
      timer.unref()
    },
    /** Writes now. Resolves once everything recorded before the call was passed to `write`. */
    flush,
    /** Writes a last time, but waits no longer than two seconds for an unresponsive database. */
    async close() {
      isClosed = true
      clearTimeout(timer)
      await Promise.race([flush(), sleep(maxCloseMs, undefined, { ref: false })])
    },
  }
}
