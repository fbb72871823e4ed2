import { loggable } from './loggable.ts'

interface Log {
  fatal(fields: object, message: string): void
}

/**
 * Ends the process on an uncaught error, because its state is unknown. Logs one line without the error's message, which
 * can quote a caller's input. Returns the function that ends the process, which first runs `finish` for pending work,
 * for at most this long.
 */
export function endOnCrash(log: Log, limitMs: number, finish: () => Promise<void>) {
  let isStopping = false
  async function stop(exitCode: number): Promise<void> {
    // A crash during a shutdown still counts as a crash.
    process.exitCode = exitCode || process.exitCode
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), limitMs).unref()
    await finish()
    process.exit()
  }

  let hasCrashed = false
  const end = (event: string) => (error: unknown) => {
    if (hasCrashed) return
    hasCrashed = true
    log.fatal({ event, error: loggable(error) }, 'an unexpected error ends the process')
    stop(1).catch(() => process.exit(1))
  }
  process.on('uncaughtException', end('uncaught_exception'))
  process.on('unhandledRejection', end('unhandled_rejection'))
  return stop
}
