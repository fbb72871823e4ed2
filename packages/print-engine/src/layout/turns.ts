/** `house` when all templates of a piece are our own, `customer` when any of them is a customer's. */
export type TemplateOwner = 'house' | 'customer'

interface Turn extends PromiseWithResolvers<void> {
  owner: TemplateOwner
}

/** Limits how many enter at once, in total and for each owner. Those that wait enter in order of arrival. */
export class Turns {
  private readonly free: Record<'all' | TemplateOwner, number>
  private waiting: Turn[] = []

  constructor(places: Record<'all' | TemplateOwner, number>) {
    this.free = { ...places }
  }

  /** Waits for a place and returns the function that releases it. @throws the abort reason of `signal`. */
  async take(owner: TemplateOwner, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    const turn: Turn = { owner, ...Promise.withResolvers<void>() }
    const leave = () => {
      this.remove(turn)
      turn.reject(signal?.reason)
    }
    this.waiting.push(turn)
    signal?.addEventListener('abort', leave)
    this.admitNext()
    await turn.promise.finally(() => signal?.removeEventListener('abort', leave))
    return () => {
      this.count(owner, 1)
      this.admitNext()
    }
  }

  private admitNext(): void {
    const next = this.waiting.find(({ owner }) => this.free.all > 0 && this.free[owner] > 0)
    if (!next) return
    this.remove(next)
    this.count(next.owner, -1)
    next.resolve()
  }

  private count(owner: TemplateOwner, change: 1 | -1): void {
    this.free.all += change
    this.free[owner] += change
  }

  private remove(turn: Turn): void {
    this.waiting = this.waiting.filter((one) => one !== turn)
  }
}
