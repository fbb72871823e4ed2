import { EventEmitter } from 'node:events'
import { Logger, run, type Runner, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import { loggable } from '../../loggable.ts'
import { freeAbandonedJobs } from './job-queue.ts'

/** The part of a logger that a worker uses, so that it depends on no particular logger. */
export interface Log {
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
}

interface Settings {
  /** What the log calls it. */
  name: string
  log: Log
  tasks: TaskList
  /** Jobs that run at the same time. */
  concurrency: number
  /** Time between two polls for new records. */
  tickMs: number
  /** Time between two polls for jobs. */
  pollMs: number
  /** Whether nothing may be sent at the moment. */
  isHalted?: () => Promise<boolean>
  /** Moves records that are not queued yet into the queue. */
  relay: () => Promise<void>
  /** Called after each poll, whatever it found. */
  onTick?: (() => void) | undefined
}

// The library logs the payload of jobs. Our own lines name records by their ids only.
const silent = new Logger(() => () => {})

/** Moves records into the queue and runs their jobs until the returned function is called. Any number of workers may run. */
export function startOutboxWorker(pool: Pool, settings: Settings): () => Promise<void> {
  const { name, log, tasks, concurrency, tickMs, pollMs, isHalted, relay, onTick } = settings
  let runner: Runner | undefined
  /** The runner could not fetch a job. */
  let isLost = false

  const startRunner = async () => {
    if (runner) return
    isLost = false
    const events = new EventEmitter()
    events.on('worker:getJob:error', ({ error }: { error: Error }) => {
      if (!isLost) log.warn({ error: loggable(error) }, `the ${name} worker could not fetch a job`)
      isLost = true
    })
    const started = await run({
      events,
      // Without batches, a result that cannot be stored would be an unhandled rejection and end the process. With them it
      // ends the runner, and the next tick starts another one.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      pgPool: pool,
      taskList: tasks,
      concurrency,
      pollInterval: Math.min(tickMs, pollMs),
      noHandleSignals: true,
      logger: silent,
    })
    runner = started
    const forget = () => {
      if (runner === started) runner = undefined
    }
    started.promise.then(forget, forget)
  }

  const stopRunner = async () => {
    const stopping = runner
    runner = undefined
    await stopping?.stop().catch(() => {})
  }

  const tick = async () => {
    if (await isHalted?.()) return stopRunner()
    await freeAbandonedJobs(pool)
    await relay()
    // A runner whose first query fails remembers the failure and never polls again. The database has just answered us,
    // so we replace that runner.
    if (isLost) await stopRunner()
    return startRunner()
  }

  let isOver = false
  let timer: NodeJS.Timeout
  let ticking: Promise<void> = Promise.resolve()
  const loop = () => {
    ticking = tick()
      .catch((error: unknown) => log.warn({ error: loggable(error) }, `the ${name} worker could not poll for work`))
      .finally(() => {
        onTick?.()
        if (!isOver) timer = setTimeout(loop, tickMs)
      })
  }
  loop()

  return async () => {
    isOver = true
    clearTimeout(timer)
    await ticking
    await stopRunner()
  }
}
