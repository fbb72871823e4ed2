import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { leadInput, startApp } from '../../test/harness.ts'
import { poolOf } from '../db/sql.ts'
import { type SharedPoints, sharedPoints } from '../db/shared-points.ts'
import { writeLimit } from './write-limit.ts'

const { app, orm, db, countRows } = await startApp({ RATE_LIMIT_WRITES_PER_MINUTE: '10' })

beforeEach(() => db.query('truncate rate_limit, lead, record_change, message, inbox_item'))

describe('over HTTP', () => {
  const post = (payload: object = leadInput()) => app.inject({ method: 'POST', url: '/api/leads', payload })

  test(
    'a flood gets 429 with Retry-After and stores no more than the limit allows',
    { tags: ['E09', 'R30'] },
    async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => post()))
      const accepted = answers.filter(({ statusCode }) => statusCode === 201)
      const refused = answers.filter(({ statusCode }) => statusCode === 429)
      expect([accepted.length, refused.length]).toEqual([10, 20])
      expect(await countRows('lead')).toBe(10)
      expect(accepted[0]?.headers).toMatchObject({ 'ratelimit-limit': '10', 'ratelimit-reset': '60' })
      expect(refused[0]?.json()).toMatchObject({ code: 'rate_limited', status: 429 })
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
      expect(refused[0]?.headers['ratelimit-remaining']).toBe('0')
    },
  )
})

describe('across instances', () => {
  const minute = 60_000
  const store = async () => sharedPoints(await poolOf(orm.em), 'test')
  /** The number of these writes, sent one after another, that are allowed. */
  const passing = async (limit: ReturnType<typeof writeLimit>, writes: number, address = '192.0.2.1') => {
    let passed = 0
    for (let n = 0; n < writes; n += 1) if (!(await limit(address)).isExceeded) passed += 1
    return passed
  }

  afterEach(() => vi.useRealTimers())

  test('three instances share one limit, and each allows at most one write beyond it', async () => {
    const limits = [1, 2, 3].map(() => writeLimit(store, 100))
    let passed = 0
    for (const limit of limits) passed += await passing(limit, 100)
    expect(passed).toBeGreaterThanOrEqual(100)
    expect(passed).toBeLessThanOrEqual(100 + 3)
  })

  test('a client that reaches a new instance each time gets most of the limit', async () => {
    let taken = 0
    const take: SharedPoints['take'] = async (_key, points = 1) => {
      taken += points
      return { taken, msLeft: minute }
    }
    let passed = 0
    for (let instance = 0; instance < 20; instance += 1) {
      const limit = writeLimit(async () => ({ take }), 100)
      passed += await passing(limit, 1)
      await setImmediate()
      passed += await passing(limit, 2)
    }
    expect(passed).toBe(60)
  })

  test('addresses are counted separately, and a /64 of IPv6 as one', async () => {
    const limit = writeLimit(store, 10)
    expect(await passing(limit, 20, '192.0.2.1')).toBe(10)
    expect(await passing(limit, 20, '192.0.2.2')).toBe(10)
    expect(await passing(limit, 20, '2001:db8::1')).toBe(10)
    expect(await passing(limit, 20, '2001:db8::ffff')).toBe(0)
    expect(await passing(limit, 20, '2001:db8:0:1::1')).toBe(10)
  })

  test('asks the store once per block of writes, not once per write', async () => {
    const take = vi.fn<SharedPoints['take']>(async () => ({ taken: 1, msLeft: minute }))
    expect(
      await passing(
        writeLimit(async () => ({ take }), 100),
        50,
      ),
    ).toBe(50)
    expect(take.mock.calls.length).toBeLessThanOrEqual(8)
  })

  test('allows all writes while the store does not respond', async () => {
    const take = vi.fn<SharedPoints['take']>(async () => {
      throw new Error('no database')
    })
    expect(
      await passing(
        writeLimit(async () => ({ take }), 10),
        10,
      ),
    ).toBe(10)
  })

  test('waits briefly for a store that hangs, then allows all writes', async () => {
    const { promise: never } = Promise.withResolvers<never>()
    const limit = writeLimit(async () => ({ take: () => never }), 10)
    expect(await passing(limit, 4)).toBe(4)
  })

  test('restores the full limit when the minute is over', async () => {
    vi.useFakeTimers()
    const take: SharedPoints['take'] = async () => ({ taken: 1, msLeft: minute })
    const limit = writeLimit(async () => ({ take }), 10)
    expect(await passing(limit, 20)).toBe(10)
    vi.advanceTimersByTime(minute + 1)
    expect(await passing(limit, 20)).toBe(10)
  })

  test('restores the limit after a minute even when the clock is set back', { tags: ['R42'] }, async () => {
    vi.useFakeTimers()
    const take: SharedPoints['take'] = async () => ({ taken: 1, msLeft: minute })
    const limit = writeLimit(async () => ({ take }), 10)
    expect(await passing(limit, 20)).toBe(10)
    vi.setSystemTime(new Date('2020-01-01'))
    expect(await limit('192.0.2.1')).toMatchObject({ isExceeded: true, resetSeconds: 60 })
    vi.advanceTimersByTime(minute + 1)
    expect(await passing(limit, 20)).toBe(10)
  })
})
