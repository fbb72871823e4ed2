import { startWatchdog } from '../../errors/watchdog.ts'

/** Serves jobs for `limited-process.ts`: processes one job at a time, and ends with its parent. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- Its messages have this type, because its parent sends no others.
export async function answerJobs<Job>(answer: (job: Job) => unknown): Promise<void> {
  // A job that takes too long ends the process.
  const watchdog = startWatchdog(Number(process.argv[2]))
  process.on('message', (job: Job) => {
    watchdog.begin()
    process.send?.(answer(job))
    watchdog.rest()
  })
  // Otherwise, the watchdog's startup time would extend the first job's limit.
  await watchdog.ready
  process.send?.('ready')
}
