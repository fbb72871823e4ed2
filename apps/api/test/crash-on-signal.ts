import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'

// Loaded into a real process: an uncaught error whose message quotes personal data, and an endless loop.

// The watchdog limits processor time, so a test must use that much to reach it. Here the limit is shorter.
threads.Worker = class extends threads.Worker {
  constructor(program: URL, options: { workerData?: { limitMs?: number } } = {}) {
    const { workerData } = options
    super(program, workerData?.limitMs === 5_000 ? { workerData: { ...workerData, limitMs: 1_500 } } : options)
  }
}
syncBuiltinESMExports()

const broken = () => new Error('unexpected input "dana@example.com"')
process.on('SIGUSR2', () => {
  throw broken()
})
process.on('SIGCONT', () => {
  void Promise.reject(broken())
})
process.on('SIGWINCH', () => {
  for (;;);
})
