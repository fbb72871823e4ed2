import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { ProblemError } from '../../errors/errors.ts'
import { inTurn } from '../../jobs/in-turn.ts'

export interface ProcessLimits {
  /** Maximum CPU time of one job, in milliseconds. */
  workMs: number
  maxMegabytes: number
}

interface LimitedProcess extends ProcessLimits {
  /** The program file. The bundle puts it next to this code, as `.mjs`. */
  program: URL
  /** The error for a job that exceeds its time or memory limit. */
  tooMuch: () => Error
  /** The error message while too many jobs wait. */
  busy: string
  /** Maximum number of waiting jobs, in total and per caller. */
  waiting: number
  ofOneCaller: number
}

/** A process that has not responded by then is starved or hangs. */
const answerLimitMs = 60_000

interface Running {
  child: ChildProcess
  /** Resolves when the program is loaded, so that startup does not count against a job. */
  ready: Promise<unknown>
}

/** The URL of a process's program, in the source or in the bundle. */
export const programAt = (path: string, base: string): URL =>
  base.endsWith('.ts') ? new URL(`${path}.ts`, base) : new URL(`./${path.split('/').at(-1)}.mjs`, base)

function start({ program, workMs, maxMegabytes }: LimitedProcess): Running {
  const child = fork(program, [String(workMs)], {
    execArgv: [`--max-old-space-size=${maxMegabytes}`],
    // The process handles customers' files and text, so it gets none of our settings.
    env: {},
    serialization: 'advanced',
  })
  // An idle process does not keep the API running. Requests that wait for a job do.
  child.unref()
  child.channel?.unref()
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The process of a print job did not start')))
  return { child, ready: Promise.race([once(child, 'message'), failed]) }
}

/**
 * Runs jobs in a process that starts with the first one and ends when one exceeds its limits, so customer content
 * cannot delay other requests. Callers take turns. The program must call `answerJobs`.
 */
export function limitedProcess<Answer>(options: LimitedProcess) {
  const { tooMuch, waiting, ofOneCaller } = options
  const busy = () => new ProblemError(503, 'busy', options.busy, { retryAfterSeconds: 2 })
  // One at a time, so that the limit applies to a single job.
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
    // It ran out of memory or time.
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

  /** @param caller the network whose turn is used */
  return (job: object, caller: string): Promise<Answer> => turns.run(() => runIn(current(), job), caller)
}
