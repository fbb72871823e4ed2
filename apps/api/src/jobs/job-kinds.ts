import * as Type from 'typebox'

/** How the engine treats the jobs of one kind. */
interface JobPolicy {
  /**
   * Checked when a job is taken, not when it is added. Identifies rows by id, so that the queue contains no personal
   * data.
   */
  payload: Type.TObject
  /**
   * `any`: by priority, with any number at the same time. `one_at_a_time`: one across all processes. `by_key`: jobs
   * with the same key run one after the other, in the order in which they were added.
   */
  order: 'any' | 'one_at_a_time' | 'by_key'
  /** Maximum number of concurrent jobs per process. */
  slots: number
  /** Maximum number of attempts. */
  attempts: number
  /** Pauses between attempts double, from `first` up to `longest`. */
  retryMs: { first: number; longest: number }
}

const Id = Type.String()

/** Retries for about 28 hours, which covers an overnight outage. */
const untilTomorrow = { attempts: 40, retryMs: { first: 1_000, longest: 3_600_000 } }

const proof = {
  payload: Type.Object({ id: Id }),
  order: 'any',
  slots: 2,
  // For sent mail. A proof alone has fewer attempts (proof-worker.ts).
  attempts: 10,
  retryMs: { first: 1_000, longest: 10_000 },
} as const

const message = { payload: Type.Object({ id: Id }), order: 'by_key', ...untilTomorrow } as const

/** Every kind of job, and how it is queued, retried, and limited. */
export const jobKinds = {
  /** One at a time, so that two records of the same person or organization are never synced concurrently. */
  crm: {
    payload: Type.Object({ kind: Type.Enum(['lead', 'sample_request', 'erasure']), id: Id }),
    order: 'one_at_a_time',
    slots: 1,
    ...untilTomorrow,
  },
  // Each kind of message has its own slots, so that slow webhooks do not block mails. The key is the receiver.
  mail: { ...message, slots: 5 },
  slack: { ...message, slots: 3 },
  webhook: { ...message, slots: 10 },
  // Each renderer sets its own number of slots. Proofs of built-in templates have their own slots, so that customers'
  // proofs, which may take long, do not block them.
  proof,
  house_proof: proof,
  /**
   * Events for customers' webhooks. Their outbox keeps the order of each piece's events and limits the events in flight
   * to one receiver, so jobs run in any order.
   */
  customer_webhook: { payload: Type.Object({ id: Id }), order: 'any', slots: 20, ...untilTomorrow },
  /** One at a time per process. The file is streamed to disk, so it takes no more memory than one print file. */
  run_file: {
    payload: Type.Object({ id: Id }),
    order: 'any',
    slots: 1,
    attempts: 3,
    retryMs: { first: 1_000, longest: 10_000 },
  },
  /** Plays the timeline of a test piece. Each run executes the due steps and schedules the next one. */
  simulation: { payload: Type.Object({ id: Id }), order: 'any', slots: 10, ...untilTomorrow },
} satisfies Record<string, JobPolicy>

export type JobKind = keyof typeof jobKinds

// Object.keys() returns exactly the names of this object.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
export const kindNames = Object.keys(jobKinds) as JobKind[]

export type Payload<Kind extends JobKind> = Type.Static<(typeof jobKinds)[Kind]['payload']>

export type NewJob = {
  [Kind in JobKind]: {
    job: Kind
    payload: Payload<Kind>
    /** Jobs with the same key run in order, if the kind requires it. */
    key?: string
    /** Higher values run first. Defaults to 0. */
    priority?: number
  }
}[JobKind]

/**
 * The pause after a failed attempt: doubles with each attempt, plus or minus half at random, so that jobs that failed
 * together do not return together.
 * @param attempts earlier failed attempts
 */
export function retryInMs(kind: JobKind, attempts: number, random = Math.random()): number {
  const { first, longest } = jobKinds[kind].retryMs
  return Math.min(longest, first * 2 ** Math.min(attempts, 20)) * (0.5 + random)
}
