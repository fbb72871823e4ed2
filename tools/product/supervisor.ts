import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Clock, wallClock } from './readiness.ts'
import { complain } from './say.ts'

const firstDelayMs = 100
const maxDelayMs = 10_000
const stopLimitMs = 15_000

export interface Supervised {
  /** Settles once it stays down: stopped on request, or abandoned after too many exits in a row. */
  readonly done: Promise<'stopped' | 'gave up'>
  readonly stop: () => Promise<void>
}

export interface SupervisedProcess extends Supervised {
  readonly pid: () => number | undefined
}

/** One run of a program. */
export interface Run {
  /** Settles with how it ended, such as SIGKILL, and when `stopping` aborts. */
  ended: (stopping: AbortSignal) => Promise<string>
  stop: () => Promise<void>
  /** Milliseconds since startup was complete, however long that took. */
  ranFor: () => number
}

interface Rules {
  maxRestarts: number
  /** A program that ran this long has recovered, so the restart count starts over. */
  stableAfterMs: number
  /** Until this returns true, an exit is final: the program would exit the same way again. */
  wasReady?: (() => boolean) | undefined
  clock: Clock
}

/** Keeps one program running. Announces every restart, with the reason and the delay. */
export function keepRunning(name: string, start: () => Promise<Run>, rules: Rules): Supervised {
  const { maxRestarts, stableAfterMs, wasReady = () => true, clock } = rules
  const stopping = new AbortController()
  let run: Run | undefined

  async function keep(): Promise<'stopped' | 'gave up'> {
    for (let attempt = 1; ; attempt += 1) {
      let how = ''
      try {
        run = undefined
        run = await start()
        how = await run.ended(stopping.signal)
      } catch (error) {
        how = (error as Error).message
      }
      if (stopping.signal.aborted) break
      if (!wasReady()) {
        complain(`${name} ended before it was ready (${how})`)
        return 'gave up'
      }
      if (run && run.ranFor() > stableAfterMs) attempt = 1
      if (attempt > maxRestarts) {
        complain(`${name} ended ${attempt} times in a row (${how}); giving up`)
        return 'gave up'
      }
      const delayMs = Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs)
      complain(`${name} ended (${how}); starting it again in ${delayMs / 1000} s`)
      await clock.sleep(delayMs, stopping.signal)
      if (stopping.signal.aborted) break
    }
    await run?.stop()
    return 'stopped'
  }

  const done = keep()
  return {
    done,
    async stop() {
      stopping.abort()
      await done
    },
  }
}

/** Keeps a child process running. */
export function supervise(
  name: string,
  launch: () => ChildProcess,
  wasReady?: () => boolean,
  clock: Clock = wallClock,
): SupervisedProcess {
  let child: ChildProcess | undefined
  const start = async (): Promise<Run> => {
    const own = (child = launch())
    const exit = once(own, 'exit').then(([code, signal]) => String(signal ?? `exit code ${code}`))
    return {
      ended: (stopping) => Promise.race([exit, once(stopping, 'abort').then(() => 'stopped')]),
      ranFor: stopwatchOf(own, clock),
      async stop() {
        own.kill('SIGTERM')
        const overdue = setTimeout(() => own.kill('SIGKILL'), stopLimitMs)
        await exit
        clearTimeout(overdue)
      },
    }
  }
  const kept = keepRunning(name, start, { maxRestarts: 9, stableAfterMs: 5_000, wasReady, clock })
  return { ...kept, pid: () => child?.pid }
}

/**
 * The time a program has run, in milliseconds. A program with an IPC channel sends a message when its startup is
 * complete.
 */
function stopwatchOf(child: ChildProcess, { now }: Clock): () => number {
  let startedAt = child.channel ? undefined : now()
  child.once('message', () => (startedAt = now()))
  return () => (startedAt === undefined ? 0 : now() - startedAt)
}

/**
 * The C library keeps freed memory in the arena of the threads that used it, with as many arenas as concurrent threads:
 * a renderer, which replaces threads, grew to 900 MiB in 8,000 proofs. With two arenas it stays small. The images have
 * the same setting.
 */
const memoryOfThreads = { MALLOC_ARENA_MAX: '2' }

/** Starts Node in its own process group, so that Ctrl-C does not reach it, and ends it if this process is killed. */
export function spawnNode(
  script: string,
  env: NodeJS.ProcessEnv,
  stdio: StdioOptions = 'inherit',
  args: string[] = [],
): ChildProcess {
  const child = spawn(process.execPath, ['--enable-source-maps', script, ...args], {
    env: { ...memoryOfThreads, ...env },
    detached: true,
    stdio,
  })
  if (process.platform !== 'win32' && child.pid) endWhenOrphaned(child)
  return child
}

/** However this process dies, the kernel closes the watcher's pipe, and its `read` returns. */
function endWhenOrphaned(child: ChildProcess): void {
  const watcher = spawn('sh', ['-c', 'read -r _; kill -TERM "$1"', 'watcher', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  child.once('exit', () => watcher.kill('SIGKILL'))
}
