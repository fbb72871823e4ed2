import { loggable } from './loggable.ts'

interface Log {
  fatal(fields: object, message: string): void
}

/**
 * Ends the process when an error reaches nobody, because nobody knows what state it left behind: one line, without the
 * error's message, which can quote what a caller sent. `stop` first answers what it can.
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
