/** Whose templates a piece has: only our own, or any of a customer. */
export type TemplateOwner = 'house' | 'customer'

interface Waiting {
  owner: TemplateOwner
  enter: () => void
}

/** Lets so many in at once, in the order in which they came, and of each owner no more than the owner's own number. */
export class Turns {
  private readonly free: Record<'all' | TemplateOwner, number>
  private readonly waiting: Waiting[] = []

  constructor(places: Record<'all' | TemplateOwner, number>) {
    this.free = { ...places }
  }

  /** Waits for a place and returns how it is given back. @throws whatever `signal` is aborted with. */
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
