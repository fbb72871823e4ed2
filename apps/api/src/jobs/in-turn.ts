interface Places {
  /** Maximum number of concurrent tasks. */
  atOnce: number
  /** Maximum number of waiting tasks. */
  waiting: number
}

interface Limits extends Places {
  /** Limits for one caller. Defaults to the total limits. */
  ofOneCaller?: Places
}

/**
 * Runs a few tasks concurrently and queues a few more. Callers take turns, regardless of how many tasks each has
 * queued. Rejects with `refusal` when the queue is full.
 */
export function inTurn({ atOnce, waiting, ofOneCaller = { atOnce, waiting } }: Limits, refusal: () => Error) {
  /** Waiting calls by caller. The first caller is next. */
  const queues = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()

  const lengthOf = (caller: string) => queues.get(caller)?.length ?? 0
  const runningOf = (caller: string) => running.get(caller) ?? 0
  const countAll = (counts: Iterable<number>) => [...counts].reduce((sum, count) => sum + count, 0)

  const isFull = () => countAll([...queues.values()].map(({ length }) => length)) >= waiting
  const mayRun = (caller: string) => countAll(running.values()) < atOnce && runningOf(caller) < ofOneCaller.atOnce

  const begin = (caller: string) => running.set(caller, runningOf(caller) + 1)
  const end = (caller: string) => {
    if (runningOf(caller) > 1) running.set(caller, runningOf(caller) - 1)
    else running.delete(caller)
    startNext()
  }
  const startNext = () => {
    const [caller, queue] = [...queues].find(([one]) => mayRun(one)) ?? []
    if (caller === undefined || !queue) return
    const enter = queue.shift()
    // Moves the caller behind the others.
    queues.delete(caller)
    if (queue.length > 0) queues.set(caller, queue)
    begin(caller)
    enter?.()
  }

  const run = async <Result>(work: () => Promise<Result>, caller = ''): Promise<Result> => {
    if (mayRun(caller) && lengthOf(caller) === 0) {
      begin(caller)
    } else {
      if (isFull() || lengthOf(caller) >= ofOneCaller.waiting) throw refusal()
      // A finished task hands its slot over directly, so that no other task can take it first.
      await new Promise<void>((resolve) => {
        const queue = queues.get(caller) ?? []
        queue.push(resolve)
        queues.set(caller, queue)
      })
    }
    try {
      return await work()
    } finally {
      end(caller)
    }
  }
  return { run, isFull }
}
