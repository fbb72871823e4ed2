import * as Type from 'typebox'

/** How the engine treats the jobs of one kind. */
interface JobPolicy {
  /** Checked when a job is taken, not when it is added. Names rows by their ids, so that no personal data is in the queue. */
  payload: Type.TObject
  /**
   * `any`: by priority, any number at once. `one_at_a_time`: one in all processes together. `by_key`: jobs of one key run
   * one after the other, in the order in which they were added.
   */
  order: 'any' | 'one_at_a_time' | 'by_key'
  /** Jobs that one process runs at the same time. */
  slots: number
  /** Maximum number of attempts. */
  attempts: number
  /** Pauses between attempts double from the first to the longest. */
  retryMs: { first: number; longest: number }
}

const Id = Type.String()

/** For about 28 hours, long enough for an outage over a night. */
const untilTomorrow = { attempts: 40, retryMs: { first: 1_000, longest: 3_600_000 } }

const proof = {
  payload: Type.Object({ id: Id }),
  order: 'any',
  slots: 2,
  // Those of mail that is sent. A proof alone has fewer (proof-worker.ts).
  attempts: 10,
  retryMs: { first: 1_000, longest: 10_000 },
} as const

const message = { payload: Type.Object({ id: Id }), order: 'by_key', ...untilTomorrow } as const

/** Every kind of job, and how it is queued, retried and limited. */
export const jobKinds = {
  /** One at a time, so that two records of the same person or organization are never synced at the same time. */
  crm: {
    payload: Type.Object({ kind: Type.Enum(['lead', 'sample_request', 'erasure']), id: Id }),
    order: 'one_at_a_time',
    slots: 1,
    ...untilTomorrow,
  },
  // Each kind of message has slots of its own, so that slow webhooks leave those of mails free. The key is the receiver.
  mail: { ...message, slots: 5 },
  slack: { ...message, slots: 3 },
  webhook: { ...message, slots: 10 },
  // Each renderer sets its own number of slots. Proofs of built-in templates have slots of their own, so that those of customers,
  // which may take long, leave them free.
  proof,
  house_proof: proof,
  /**
   * Events for the webhooks of customers. Their outbox keeps the order of each piece's events and limits those of one receiver, so
   * jobs run in any order.
   */
  customer_webhook: { payload: Type.Object({ id: Id }), order: 'any', slots: 20, ...untilTomorrow },
  /** One at a time in a process: it is streamed to the disk, so it takes no more memory than one print file. */
  run_file: {
    payload: Type.Object({ id: Id }),
    order: 'any',
    slots: 1,
    attempts: 3,
    retryMs: { first: 1_000, longest: 10_000 },
  },
  /** Plays the timeline of a test piece. Each run does the steps that are due and schedules the next one. */
  simulation: { payload: Type.Object({ id: Id }), order: 'any', slots: 10, ...untilTomorrow },
} satisfies Record<string, JobPolicy>

export type JobKind = keyof typeof jobKinds

/** The names of all kinds. */
// Object.keys() returns the names of this object and nothing else.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
export const kindNames = Object.keys(jobKinds) as JobKind[]

export type Payload<Kind extends JobKind> = Type.Static<(typeof jobKinds)[Kind]['payload']>

/** A job to add. */
export type NewJob = {
  [Kind in JobKind]: {
    job: Kind
    payload: Payload<Kind>
    /** Jobs with the same key run in order, where the kind requires it. */
    key?: string
    /** Higher ones go first. 0 when it is left out. */
    priority?: number
  }
}[JobKind]

/**
 * The pause after an attempt that failed: doubles with each attempt, plus or minus half at random, so that jobs that failed
 * together do not return together.
 * @param attempts that failed before this one
 */
export function retryInMs(kind: JobKind, attempts: number, random = Math.random()): number {
  const { first, longest } = jobKinds[kind].retryMs
  return Math.min(longest, first * 2 ** Math.min(attempts, 20)) * (0.5 + random)
}
