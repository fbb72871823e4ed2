import { type ChildProcess, spawn } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { fastClock } from './fast-clock.ts'
import { supervise } from './supervisor.ts'

test('a program that always ends before it listens is abandoned, however long it ran', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const clock = fastClock()
  const launch = vi.fn<() => ChildProcess>(() => {
    const child = spawn(process.execPath, ['-e', 'process.exit(1)'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    child.once('exit', () => void clock.sleep(60_000))
    return child
  })
  expect(await supervise('The API', launch, () => true, clock).done).toBe('gave up')
  expect(launch).toHaveBeenCalledTimes(10)
})
