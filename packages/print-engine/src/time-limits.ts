/**
 * Time limits in milliseconds. There are two because the work that a template causes makes it too complex, not how busy
 * the machine is.
 */
export interface TimeLimits {
  /** Processor time, or wall time if the system does not report processor time. */
  work: number
  /** Wall time. */
  wall: number
}

/**
 * The wall time ran out before the processor time: the machine was busy, or the stopped task was waiting for something.
 */
export class StarvedError extends Error {
  override readonly name = 'StarvedError'
}
