/**
 * How long something may take, in milliseconds. What runs only while nobody else wants a processor has two limits: a
 * template is too complex by the work that it makes, and not by how busy the machine is with something else.
 */
export interface TimeLimits {
  /** Processor time. Where the system does not tell it, time. */
  work: number
  /** Time in all. */
  wall: number
}
