/**
 * Time limits in milliseconds. There are two, because a template is too complex by the work that it makes, and not by how busy
 * the machine is with something else.
 */
export interface TimeLimits {
  /** Processor time, or wall time where the system does not report processor time. */
  work: number
  /** Wall time. */
  wall: number
}

/** The wall time was over before the processor time: the machine was busy, or what was stopped waited for something. */
export class StarvedError extends Error {
  override readonly name = 'StarvedError'
}
