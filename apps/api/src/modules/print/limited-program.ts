import { startWatchdog } from '../../errors/watchdog.ts'

/** Makes this process one that `limited-process.ts` starts: it does one job at a time, and ends with its parent. */
export function answerJobs<Job, Answer>(answer: (job: Job) => Answer): void {
  // A job that takes too long ends the process.
  const watchdog = startWatchdog(Number(process.argv[2]))
  process.on('message', (job: Job) => {
    watchdog.begin()
    process.send?.(answer(job))
    watchdog.rest()
  })
  process.send?.('ready')
}
