import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Clock, wallClock } from './readiness.ts'
import { complain } from './say.ts'

const firstDelayMs = 100
const longestDelayMs = 10_000
/** A process that ran this long had started successfully, so its exit counts as the first attempt again. */
const stableAfterMs = 5_000
const attemptLimit = 10
const stopLimitMs = 15_000

export interface Supervised {
  /** Settles when the program stays down: stopped on request, or abandoned after too many exits in a row. */
  readonly done: Promise<'stopped' | 'gave up'>
  readonly pid: () => number | undefined
  readonly stop: () => Promise<void>
}

/**
 * Keeps one program running. Every restart is announced, with how it ended and when it comes back. A program that ends
 * before `wasReady` says that it ever worked is not started again: it would end the same way.
 */
export function supervise(
  name: string,
  launch: () => ChildProcess,
  wasReady: () => boolean = () => true,
  clock: Clock = wallClock,
): Supervised {
  let child: ChildProcess | undefined
  const stopping = new AbortController()

  async function keepRunning(): Promise<'stopped' | 'gave up'> {
    for (let attempt = 1; ; attempt += 1) {
      child = launch()
      const ranFor = stopwatchOf(child, clock)
      const [code, signal] = await once(child, 'exit')
      if (stopping.signal.aborted) return 'stopped'

      if (!wasReady()) {
        complain(`${name} ended before it was ready (${signal ?? `exit code ${code}`})`)
        return 'gave up'
      }
      if (ranFor() > stableAfterMs) attempt = 1
      if (attempt >= attemptLimit) {
        complain(`${name} ended ${attempt} times in a row (${signal ?? `exit code ${code}`}); giving up`)
        return 'gave up'
      }
      const delayMs = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs)
      complain(`${name} ended (${signal ?? `exit code ${code}`}); starting it again in ${delayMs / 1000} s`)
      await clock.sleep(delayMs, stopping.signal)
      if (stopping.signal.aborted) return 'stopped'
    }
  }

  const done = keepRunning()
  return {
    done,
    pid: () => child?.pid,
    async stop() {
      stopping.abort()
      child?.kill('SIGTERM')
      const overdue = setTimeout(() => child?.kill('SIGKILL'), stopLimitMs)
      await done
      clearTimeout(overdue)
    },
  }
}

/** Milliseconds that a program has run. One with an IPC channel sends a message when its start, however slow, is over. */
function stopwatchOf(child: ChildProcess, { now }: Clock): () => number {
  let startedAt = child.channel ? undefined : now()
  child.once('message', () => (startedAt = now()))
  return () => (startedAt === undefined ? 0 : now() - startedAt)
}

/**
 * The C library keeps what was freed for the group of threads that had it, in as many groups as there are threads at once: a
 * renderer, which replaces threads, grew to 900 MiB in 8,000 proofs. With two groups it stays small. The images say the same.
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
