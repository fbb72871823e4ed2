import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { ProblemError } from '../../errors/errors.ts'
import { inTurn } from '../../jobs/in-turn.ts'

export interface ProcessLimits {
  /** Milliseconds of a processor that one job may take. */
  workMs: number
  maxMegabytes: number
}

interface LimitedProcess extends ProcessLimits {
  /** The file of the program. The bundle puts it next to this code, as `.mjs`. */
  program: URL
  /** The error of a job that takes too long or too much memory. */
  tooMuch: () => Error
  /** The error message while too many jobs wait. */
  busy: string
  /** Jobs that may wait for their turn: all, and those of one caller. */
  waiting: number
  ofOneCaller: number
}

/** A process without a response by then is starved or hangs. */
const answerLimitMs = 60_000

interface Running {
  child: ChildProcess
  /** Resolves when the program is loaded, so that its start does not count against a job. */
  ready: Promise<unknown>
}

/** The program of a process, which is a file of the source or of the bundle. */
export const programAt = (path: string, base: string): URL =>
  base.endsWith('.ts') ? new URL(`${path}.ts`, base) : new URL(`./${path.split('/').at(-1)}.mjs`, base)

function start({ program, workMs, maxMegabytes }: LimitedProcess): Running {
  const child = fork(program, [String(workMs)], {
    execArgv: [`--max-old-space-size=${maxMegabytes}`],
    // The process handles files and text of customers, so it gets none of our settings.
    env: {},
    serialization: 'advanced',
  })
  // The API may end while the process is idle. Requests that wait for a job keep it running.
  child.unref()
  child.channel?.unref()
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The process of a print job did not start')))
  return { child, ready: Promise.race([once(child, 'message'), failed]) }
}

/**
 * Runs jobs in a process that starts with the first one and ends when one takes too much, so nothing that a customer
 * sends delays other requests. Callers take turns. The program is one that calls `answerJobs`.
 */
export function limitedProcess<Answer>(options: LimitedProcess) {
  const { tooMuch, waiting, ofOneCaller } = options
  const busy = () => new ProblemError(503, 'busy', options.busy, { retryAfterSeconds: 2 })
  // One at a time, so that the limit applies to that job alone.
  const turns = inTurn({ atOnce: 1, waiting, ofOneCaller: { atOnce: 1, waiting: ofOneCaller } }, busy)
  let running: Running | undefined

  const runIn = async ({ child, ready }: Running, job: object): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const fail = () => reject(tooMuch())
    const giveUp = () => {
      reject(busy())
      child.kill('SIGKILL')
    }
    await ready
    const timer = setTimeout(giveUp, answerLimitMs)
    child.once('message', resolve)
    // It ran out of memory or of its time.
    child.once('exit', fail)
    try {
      child.send(job)
      return await promise
    } finally {
      clearTimeout(timer)
      child.off('exit', fail)
      child.off('message', resolve)
    }
  }

  const current = () => {
    if (!running) {
      running = start(options)
      running.child.on('exit', () => (running = undefined))
    }
    return running
  }

  /** @param caller the network that takes a turn */
  return (job: object, caller: string): Promise<Answer> => turns.run(() => runIn(current(), job), caller)
}
