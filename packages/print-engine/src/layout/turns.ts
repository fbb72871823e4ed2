/** `house` if all templates of a piece are ours, `customer` if any is a customer's. */
export type TemplateOwner = 'house' | 'customer'

interface Turn extends PromiseWithResolvers<void> {
  owner: TemplateOwner
}

/** A concurrency limit, in total and per owner. Waiters enter in order of arrival. */
export function limitTurns(places: Record<'all' | TemplateOwner, number>) {
  const free = { ...places }
  let waiting: Turn[] = []

  const count = (owner: TemplateOwner, change: 1 | -1) => {
    free.all += change
    free[owner] += change
  }
  const remove = (turn: Turn) => (waiting = waiting.filter((one) => one !== turn))
  function admitNext(): void {
    const next = waiting.find(({ owner }) => free.all > 0 && free[owner] > 0)
    if (!next) return
    remove(next)
    count(next.owner, -1)
    next.resolve()
  }

  return {
    /** Waits for a slot and returns the function that releases it. @throws the abort reason of `signal` */
    async take(owner: TemplateOwner, signal?: AbortSignal): Promise<() => void> {
      signal?.throwIfAborted()
      const turn: Turn = { owner, ...Promise.withResolvers<void>() }
      const leave = () => {
        remove(turn)
        turn.reject(signal?.reason)
      }
      waiting.push(turn)
      signal?.addEventListener('abort', leave)
      admitNext()
      await turn.promise.finally(() => signal?.removeEventListener('abort', leave))
      return () => {
        count(owner, 1)
        admitNext()
      }
    },
  }
}
