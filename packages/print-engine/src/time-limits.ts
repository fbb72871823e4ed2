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
