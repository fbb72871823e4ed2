/** Lets so many in at once, in the order in which they came. */
export class Turns {
  private free: number
  private readonly waiting: (() => void)[] = []

  constructor(places: number) {
    this.free = places
  }

  /** Waits for a place and returns how it is given back. @throws whatever `signal` is aborted with. */
  async take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.free > 0) this.free -= 1
    else await this.wait(signal)
    return () => {
      const next = this.waiting.shift()
      if (next) next()
      else this.free += 1
    }
  }

  private wait(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const enter = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      this.waiting.splice(this.waiting.indexOf(enter), 1)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave)
    this.waiting.push(enter)
    return promise
  }
}
