interface Limits {
  /** Pieces of work that run at the same time. */
  atOnce: number
  /** Pieces of work that may wait for their turn. */
  waiting: number
}

/** Runs a few pieces of work at once and lets a few wait. Rejects with `refusal` when too many wait already. */
export function inTurn({ atOnce, waiting }: Limits, refusal: () => Error) {
  const queue: (() => void)[] = []
  let running = 0

  const isFull = () => queue.length >= waiting

  const run = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (isFull()) throw refusal()
      // A task that ends hands its place over, so no other gets in between.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
  return { run, isFull }
}
