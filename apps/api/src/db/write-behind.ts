/** Writes what accumulates in memory some time later, so that no request waits for it. */
export interface WriteBehind {
  /** Something is to be written. */
  schedule(): void
  /** Writes now. Whatever was noted before the call has been handed to `write` when it resolves. */
  flush(): Promise<void>
  /** Writes for the last time, but waits no longer than two seconds for a database that does not respond. */
  close(): Promise<void>
}

const maxCloseMs = 2_000

/** @param write never rejects; it calls schedule() for what it could not write */
export function writeBehind(write: () => Promise<void>, everyMs: number): WriteBehind {
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
    flush,
    async close() {
      isClosed = true
      clearTimeout(timer)
      const silence = new Promise<void>((resolve) => {
        setTimeout(resolve, maxCloseMs).unref()
      })
      await Promise.race([flush(), silence])
    },
  }
}
