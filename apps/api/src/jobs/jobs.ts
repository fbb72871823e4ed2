import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import { Check } from 'typebox/value'
import { keepListening } from '../db/listen.ts'
import type { EntityManager } from '../entities/database.ts'
import { codeOf } from '../errors/errors.ts'
import { loggable } from '../errors/loggable.ts'
import { catchUp, engineDatabase, engineOptions, heartbeatSeconds, lastingEngineDatabase } from './engine.ts'
import { type JobKind, jobKinds, type NewJob, type Payload } from './job-kinds.ts'
import { type Relay, type RelaySettings, startRelay, type TakeJobs } from './relay.ts'

/** The part of a logger that jobs use, which avoids a dependency on a particular logger. */
export interface Log {
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
}

/** Reschedules the job after this time. Its row records the error. */
export interface Again {
  againInMs: number
}

interface Run {
  /**
   * Aborted when the process stops, or when another worker has taken the job because this one was silent for too long.
   */
  signal: AbortSignal
}

export interface Handler<Kind extends JobKind> {
  /** Any thrown error is unexpected: the engine retries the job after a pause. */
  run: (payload: Payload<Kind>, run: Run) => Promise<Again | void>
  /**
   * Called instead of run() once all attempts that the kind allows have ended unexpectedly, for example because workers
   * died.
   */
  giveUp: (payload: Payload<Kind>) => Promise<void>
}

export interface Jobs {
  /** Adds jobs in the caller's transaction. */
  add(transaction: EntityManager, added: readonly NewJob[]): Promise<void>
  /** Runs the jobs of a kind in this process. */
  work<Kind extends JobKind>(kind: Kind, handler: Handler<Kind>, slots?: number): void
  /** Moves rows of an outbox into the queue whenever it is woken up, and once a second. */
  relay(name: string, take: TakeJobs, settings?: RelaySettings): Relay
  /** Takes no more jobs, waits this long for running ones, and leaves the rest to other processes. */
  stop(limitMs: number): Promise<void>
}

interface Settings {
  databaseUrl: string
  log: Log
  /** Polling interval of the outboxes. */
  tickMs?: number
  /** Called after each poll of an outbox, even an empty one. */
  onTick?: () => void
}

/** Polling interval of the queue. NOTIFY announces new jobs, but not that a delayed job is due. */
const pollSeconds = 1
const restartMs = 1_000
/** How soon a database clock that was set back is noticed. */
const catchUpMs = 2_000
/** Time for aborted jobs to release themselves. */
const releaseMs = 1_000

/** Logs one warning per outage, regardless of how many workers notice it. */
function outageLog(log: Log) {
  let isOut = false
  return {
    warn: (error: unknown) => {
      if (!isOut) log.warn({ error: loggable(error) }, 'the queue of jobs cannot be reached')
      isOut = true
    },
    end: () => {
      isOut = false
    },
  }
}

const openEngine = (em: EntityManager, databaseUrl: string, warn: (error: unknown) => void) =>
  new PgBoss({
    ...engineOptions,
    migrate: false,
    useListenNotify: true,
    db: {
      ...lastingEngineDatabase(em),
      async listen(channel, onNotification, onListening) {
        const close = keepListening(
          { databaseUrl, channels: [channel], onNotification: (_channel, text) => onNotification(text), onListening },
          warn,
        )
        return { close }
      },
    },
  })

/** A job in the engine's format. */
const rowOf = (data: object, priority: number, key: string | null) => ({
  data,
  priority,
  heartbeatSeconds,
  ...(key !== null && { singletonKey: key }),
})

async function addJobs(boss: PgBoss, transaction: EntityManager, added: readonly NewJob[]): Promise<void> {
  // Jobs that are added together run in the order of their ids.
  const ids = added.map(() => randomUUIDv7()).toSorted()
  const db = engineDatabase(transaction)
  const identified = added.map((one, index) => ({ ...one, id: ids[index] ?? randomUUIDv7() }))
  for (const [kind, ofKind] of Map.groupBy(identified, ({ job }) => job)) {
    const rows = ofKind.map(({ id, payload, key = null, priority = 0 }) => ({ id, ...rowOf(payload, priority, key) }))
    await boss.insert(kind, rows, { db })
  }
}

/** Schedules the job for later and ends this run, unless another worker has taken it. */
const runAgain = (boss: PgBoss, em: EntityManager, kind: JobKind, job: JobWithMetadata, { againInMs }: Again) =>
  em.fork({ useContext: false }).transactional(async (transaction) => {
    const db = engineDatabase(transaction)
    const later = rowOf(job.data, job.priority, job.singletonKey)
    await boss.insert(kind, [{ ...later, startAfter: againInMs / 1000 }], { db })
    const ended = await boss.complete(kind, [job], null, { db })
    if (!('affected' in ended) || ended.affected !== 1) throw new Error('another worker has this job')
  })

interface Execution {
  log: Log
  /** Aborted when the process stops. */
  signal: AbortSignal
  again: (again: Again) => Promise<void>
}

/**
 * @throws {Error} with a code instead of a message: the engine stores it, and an unexpected message may quote a row.
 */
async function runJob<Kind extends JobKind>(
  kind: Kind,
  handler: Handler<Kind>,
  job: JobWithMetadata,
  { log, signal, again }: Execution,
): Promise<void> {
  const { payload: schema, attempts } = jobKinds[kind]
  const isPayload = (data: unknown): data is Payload<Kind> => Check(schema, data)
  try {
    if (!isPayload(job.data)) return log.warn({ event: 'job_dropped', job: kind }, 'a job has no valid payload')
    if (job.retryCount >= attempts) return await handler.giveUp(job.data)
    const later = await handler.run(job.data, { signal: AbortSignal.any([job.signal, signal]) })
    if (later) await again(later)
  } catch (error) {
    log.warn({ event: 'job_failed', job: kind, attempt: job.retryCount + 1, error: loggable(error) })
    // oxlint-disable-next-line preserve-caught-error -- see above
    throw new Error(codeOf(error) ?? 'unexpected')
  }
}

/** The job queue. Any number of processes may add and run jobs. It connects when the first worker is added. */
export function openJobs(em: EntityManager, { databaseUrl, log, tickMs = 1_000, onTick }: Settings): Jobs {
  const outages = outageLog(log)
  const { warn } = outages
  const boss = openEngine(em, databaseUrl, warn)
  boss.on('error', warn)
  const add = (transaction: EntityManager, added: readonly NewJob[]) => addJobs(boss, transaction, added)
  const kinds = new Set<JobKind>()
  const relays: Relay[] = []
  const running = new Set<Promise<unknown>>()
  /** No more jobs are taken. */
  const isStopped = new AbortController()
  /** Running jobs are aborted. */
  const stopping = new AbortController()
  let starting: Promise<void> | undefined
  let catchingUp: NodeJS.Timeout | undefined

  const start = async () => {
    while (!isStopped.signal.aborted) {
      try {
        await boss.start()
        catchingUp = setInterval(() => void catchUp(em).catch(warn), catchUpMs)
        return
      } catch (error) {
        warn(error)
        await sleep(restartMs)
      }
    }
  }

  /** A lane runs one job of a kind at a time, and takes the next one as soon as it ends. */
  const addLane = async <Kind extends JobKind>(kind: Kind, handler: Handler<Kind>) => {
    const options = { includeMetadata: true, batchSize: 1, pollingIntervalSeconds: pollSeconds } as const
    const lane: string = await boss.work(
      kind,
      { ...options, notifyPollingIntervalSeconds: pollSeconds, heartbeatRefreshSeconds: 2 },
      async ([job]: JobWithMetadata[]) => {
        if (!job) return
        const again = (later: Again) => runAgain(boss, em, kind, job, later)
        const run = runJob(kind, handler, job, { log, signal: stopping.signal, again })
          .then(outages.end)
          .finally(() => boss.notifyWorker(lane))
        running.add(run)
        await run.finally(() => running.delete(run))
      },
    )
  }

  return {
    add,
    work(kind, handler, slots = jobKinds[kind].slots) {
      kinds.add(kind)
      starting ??= start()
      for (let lane = 0; lane < slots; lane += 1) void addLane(kind, handler)
    },
    relay(name, take, settings = {}) {
      const relay = startRelay(em, { name, take, add, tickMs, onTick, warn, ...settings })
      relays.push(relay)
      return relay
    },
    async stop(limitMs) {
      isStopped.abort()
      await Promise.all(relays.map((relay) => relay.stop()))
      await starting
      clearInterval(catchingUp)
      const idle = Promise.all([...kinds].map((kind) => boss.offWork(kind, { wait: true })))
      await Promise.race([idle, sleep(limitMs, undefined, { ref: false })])
      stopping.abort()
      await Promise.race([Promise.allSettled(running), sleep(releaseMs, undefined, { ref: false })])
      // Fails jobs that are still running, so that other processes take them.
      await boss.stop({ graceful: false })
      await Promise.allSettled(running)
    },
  }
}
