import { type ChildProcess, spawn } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { fastClock } from './fast-clock.ts'
import { serve } from './serve.ts'

const node = (script: string) => () =>
  spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })

/** Starts a program that listens but is never ready. */
const serveWith = (changes: Partial<Parameters<typeof serve>[0]>) =>
  serve({
    name: 'The API',
    launch: node('process.send("listening"); setInterval(() => {}, 1_000_000)'),
    obstacle: async () => 'nothing listens yet',
    onReady: () => {},
    stopping: new AbortController().signal,
    report: () => {},
    clock: fastClock(),
    ...changes,
  })

test('a slow start is awaited while the program is running, and the wait is announced', async () => {
  const clock = fastClock()
  const reports: string[] = []
  const stopping = new AbortController()
  await serveWith({
    obstacle: async () => (clock.now() < 60_000 ? 'nothing listens yet' : undefined),
    onReady: () => stopping.abort(),
    stopping: stopping.signal,
    report: (text) => reports.push(text),
    clock,
  })
  expect(clock.now()).toBeGreaterThanOrEqual(60_000)
  expect(reports.length).toBeGreaterThanOrEqual(11)
  expect(reports[0]).toMatch(/^The API is still starting after 5 s: /)
})

test('a program at the same address is not mistaken for one that exits during startup', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const onReady = vi.fn<() => void>()
  const served = serveWith({ launch: node('process.exit(1)'), obstacle: async () => undefined, onReady })
  await expect(served).rejects.toThrow('The API is down')
  expect(onReady).not.toHaveBeenCalled()
})

test('a program that dies while it starts ends the wait with its exit code', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const launch = vi.fn<() => ChildProcess>(node('process.exit(3)'))
  const onReady = vi.fn<() => void>()
  await expect(serveWith({ launch, onReady })).rejects.toThrow('The API is down')
  expect(errors.mock.calls.flat().join('\n')).toContain('The API ended before it was ready (exit code 3)')
  expect(launch).toHaveBeenCalledOnce()
  expect(onReady).not.toHaveBeenCalled()
})

test('a stop request ends the wait', async () => {
  const stopping = new AbortController()
  const onReady = vi.fn<() => void>()
  const obstacle = async () => {
    stopping.abort()
    return 'nothing listens yet'
  }
  await serveWith({ obstacle, onReady, stopping: stopping.signal })
  expect(onReady).not.toHaveBeenCalled()
})
