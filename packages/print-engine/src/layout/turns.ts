/** `house` when all templates of a piece are our own, `customer` when any of them is a customer's. */
export type TemplateOwner = 'house' | 'customer'

interface Waiting {
  owner: TemplateOwner
  enter: () => void
}

/** Limits how many enter at once, in total and for each owner. Those that wait enter in order of arrival. */
export class Turns {
  private readonly free: Record<'all' | TemplateOwner, number>
  private readonly waiting: Waiting[] = []

  constructor(places: Record<'all' | TemplateOwner, number>) {
    this.free = { ...places }
  }

  /** Waits for a place and returns the function that releases it. @throws the abort reason of `signal`. */
  async take(owner: TemplateOwner, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.hasPlace(owner)) this.count(owner, -1)
    else await this.wait(owner, signal)
    return () => {
      this.count(owner, 1)
      const next = this.waiting.find((one) => this.hasPlace(one.owner))
      if (!next) return
      this.remove(next)
      this.count(next.owner, -1)
      next.enter()
    }
  }

  private hasPlace(owner: TemplateOwner): boolean {
    return this.free.all > 0 && this.free[owner] > 0
  }

  private count(owner: TemplateOwner, change: 1 | -1): void {
    this.free.all += change
    this.free[owner] += change
  }

  private remove(one: Waiting): void {
    this.waiting.splice(this.waiting.indexOf(one), 1)
  }

  private wait(owner: TemplateOwner, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      this.remove(one)
      reject(signal?.reason)
    }
    const one = {
      owner,
      enter: () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      },
    }
    signal?.addEventListener('abort', leave)
    this.waiting.push(one)
    return promise
  }
}
