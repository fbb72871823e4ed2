import { loggable } from './loggable.ts'

interface Log {
  fatal(fields: object, message: string): void
}

/**
 * Ends the process on an uncaught error, because its state is unknown. Logs one line without the error's message, which can quote
 * a caller's input. `stop` first finishes pending responses.
 */
export function endOnCrash(log: Log, stop: (exitCode: number) => Promise<void>): void {
  let isEnding = false
  const end = (event: string) => (error: unknown) => {
    if (isEnding) return
    isEnding = true
    log.fatal({ event, error: loggable(error) }, 'an unexpected error ends the process')
    stop(1).catch(() => process.exit(1))
  }
  process.on('uncaughtException', end('uncaught_exception'))
  process.on('unhandledRejection', end('unhandled_rejection'))
}
