import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { ProblemError } from '../../errors/errors.ts'
import { inTurn } from '../staff/in-turn.ts'

export interface ProcessLimits {
  /** Milliseconds that one job may take. */
  limitMs: number
  maxMegabytes: number
}

interface LimitedProcess extends ProcessLimits {
  /** The file of the program. The bundle puts it next to this code, as `.mjs`. */
  program: URL
  /** The error of a job that takes too long or too much memory. */
  tooMuch: () => Error
  /** What a caller is told while too many jobs wait. */
  busy: string
  /** Jobs that may wait for their turn. */
  waiting: number
}

interface Running {
  child: ChildProcess
  /** Resolves when the program is loaded, so that its start does not count against a job. */
  ready: Promise<unknown>
}

/** The program of a process, which is a file of the source or of the bundle. */
export const programAt = (path: string, base: string): URL =>
  base.endsWith('.ts') ? new URL(`${path}.ts`, base) : new URL(`./${path.split('/').at(-1)}.mjs`, base)

function start(program: URL, maxMegabytes: number): Running {
  const child = fork(program, {
    execArgv: [`--max-old-space-size=${maxMegabytes}`],
    // It handles files and text of customers, so it gets no settings of ours.
    env: {},
    serialization: 'advanced',
  })
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The process of a print job did not start')))
  return { child, ready: Promise.race([once(child, 'message'), failed]) }
}

/** The API may end while the process is idle. */
function keepAlive({ child }: Running, isNeeded: boolean): void {
  for (const handle of [child, child.channel]) {
    if (isNeeded) handle?.ref()
    else handle?.unref()
  }
}

async function runIn<Answer>(
  running: Running,
  job: object,
  { limitMs, tooMuch }: Pick<LimitedProcess, 'limitMs' | 'tooMuch'>,
): Promise<Answer> {
  const { child, ready } = running
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const fail = () => reject(tooMuch())
  let timer: NodeJS.Timeout | undefined
  keepAlive(running, true)
  try {
    await ready
    timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
    child.once('message', resolve)
    // It ran out of memory, or was killed.
    child.once('exit', fail)
    child.send(job)
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('exit', fail)
    child.off('message', resolve)
    keepAlive(running, false)
  }
}

/**
 * Runs jobs in a process that starts with the first one, and is killed when one takes too long. So nothing that a customer
 * sends delays other requests. The program answers each message with one message, and sends one when it is loaded.
 */
export function limitedProcess<Answer>({ program, maxMegabytes, ...limits }: LimitedProcess) {
  // One at a time, so that the limit applies to that job alone.
  const turns = inTurn({ atOnce: 1, waiting: limits.waiting }, () => {
    return new ProblemError(503, 'busy', limits.busy, { retryAfterSeconds: 2 })
  })
  let running: Running | undefined

  const current = () => {
    if (running) return running
    const started = start(program, maxMegabytes)
    started.child.on('exit', () => {
      if (running === started) running = undefined
    })
    return (running = started)
  }

  return (job: object): Promise<Answer> => turns.run(() => runIn<Answer>(current(), job, limits))
}
