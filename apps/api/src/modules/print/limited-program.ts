import { startWatchdog } from '../../errors/watchdog.ts'

/** Makes this process one that `limited-process.ts` starts: it does one job at a time, and ends with its parent. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- Its messages have this type, because its parent sends no others.
export async function answerJobs<Job>(answer: (job: Job) => unknown): Promise<void> {
  // A job that takes too long ends the process.
  const watchdog = startWatchdog(Number(process.argv[2]))
  process.on('message', (job: Job) => {
    watchdog.begin()
    process.send?.(answer(job))
    watchdog.rest()
  })
  // Otherwise the first job would have all the time that the watchdog takes to start.
  await watchdog.ready
  process.send?.('ready')
}
