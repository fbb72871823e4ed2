import { describe, expect, test } from 'vitest'
import { StarvedError } from '../time-limits.ts'
import type { LayoutError } from './layout-error.ts'
import { layoutTime } from './layout-time.ts'

const limits = { work: 10_000, wall: 60_000 }

/** Layouts on a simulated machine, whose clock and processes tests control. Each layout ends when it is stopped. */
function machine() {
  const clock = { at: 1_000_000, now: () => clock.at }
  const time = layoutTime(limits, clock)
  const stopped: string[] = []
  const begin = (name: string) => {
    void time
      .keep(() => new Promise(() => {}))
      .catch(({ code, cause }: LayoutError) => {
        const what = cause instanceof StarvedError ? `starved ${code}` : code
        stopped.push(`${name}: ${what} after ${clock.at - 1_000_000}`)
      })
  }
  /** Advances the clock, and reports the total processor time of these processes. */
  const look = async (times?: Record<number, number>, seconds = 1) => {
    clock.at += seconds * 1000
    time.look(times && new Map(Object.entries(times).map(([id, ms]) => [Number(id), ms])))
    await new Promise(setImmediate)
  }
  return { begin, look, stopped, time }
}

describe('a layout that never finishes', () => {
  test('is stopped after the usual time on an otherwise idle machine', async () => {
    const { begin, look, stopped } = machine()
    begin('endless')
    for (let second = 1; second <= 20; second += 1) await look({ 7: 500 + second * 1000, 8: 90 })
    expect(stopped).toEqual(['endless: timeout after 10000'])
  })

  test('is not charged for the time when its browser had no processor', async () => {
    const { begin, look, stopped } = machine()
    await look({ 7: 500 })
    begin('endless')
    for (let second = 1; second <= 30; second += 1) await look({ 7: 500 + second * 10 })
    expect(stopped).toEqual([])
    for (let second = 1; second <= 12; second += 1) await look({ 7: 800 + second * 1000 })
    expect(stopped).toEqual(['endless: timeout after 41000'])
  })

  test('is stopped in the end on a machine that never gives it a processor', async () => {
    const { begin, look, stopped } = machine()
    begin('endless')
    for (let second = 1; second <= 70; second += 1) await look({ 7: 500 })
    expect(stopped).toEqual(['endless: starved timeout after 60000'])
  })

  test('is not charged for processes that have just ended: their end is reported elsewhere', async () => {
    const { begin, look, stopped } = machine()
    begin('renderer_crashed')
    for (let second = 1; second <= 20; second += 1) await look({})
    expect(stopped).toEqual([])
  })

  test('is charged for elapsed time where the system does not report processor time', async () => {
    const { begin, look, stopped } = machine()
    begin('endless')
    for (let second = 1; second <= 20; second += 1) await look()
    expect(stopped).toEqual(['endless: timeout after 10000'])
  })
})

test('a layout is not charged for earlier work, nor twice for two processes at the same time', async () => {
  const { begin, look, stopped } = machine()
  await look({ 7: 500 })
  // An hour of other layouts that were not measured.
  await look({ 7: 3_600_000 }, 3599)
  begin('late')
  await look({ 7: 3_600_900, 8: 800 })
  for (let second = 2; second <= 10; second += 1) await look({ 7: 3_600_000 + second * 900, 8: second * 800 })
  expect(stopped).toEqual([])
  for (let second = 11; second <= 13; second += 1) await look({ 7: 3_600_000 + second * 900, 8: second * 800 })
  expect(stopped).toEqual(['late: timeout after 3612000'])
})

test('a piece that finishes in time gets its result, even if the caller of another one stopped waiting', async () => {
  const { time } = machine()
  const nobody = new AbortController()
  const given = time.keep(() => new Promise(() => {}), nobody.signal)
  nobody.abort(new Error('gone'))
  await expect(given).rejects.toThrow('gone')
  await expect(time.keep(async () => 'never begun', nobody.signal)).rejects.toThrow('gone')
  await expect(time.keep(async () => 'laid out', new AbortController().signal)).resolves.toBe('laid out')
})
