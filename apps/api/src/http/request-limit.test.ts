import { afterEach, describe, expect, test, vi } from 'vitest'
import { leadInput, startApp } from '../../test/harness.ts'
import { requestLimit } from './request-limit.ts'

const { app, asStaff } = await startApp({ RATE_LIMIT_REQUESTS_PER_MINUTE: '5' })
const from = (remoteAddress: string, url = '/api/pricing/products') => app.inject({ url, remoteAddress })

describe('over HTTP', () => {
  test('a flood from one address gets 429 with Retry-After, without affecting others', async () => {
    for (let left = 4; left >= 0; left -= 1) {
      const answer = await from('192.0.2.1')
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({ 'ratelimit-limit': '5', 'ratelimit-remaining': String(left) })
    }
    const refused = await from('192.0.2.1')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'rate_limited', status: 429 })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('192.0.2.2')).statusCode).toBe(200)
  })

  test('every kind of request counts, including rejected ones', async () => {
    for (let n = 0; n < 5; n += 1) expect((await from('192.0.2.3', '/api/auth/user')).statusCode).toBe(401)
    expect((await from('192.0.2.3', '/api/login')).statusCode).toBe(429)
    expect((await from('192.0.2.3', '/api/openapi.json')).statusCode).toBe(429)
  })

  test('a health probe always gets 200, no matter how often it is sent', async () => {
    for (let n = 0; n < 10; n += 1) expect((await from('192.0.2.4', '/healthz')).statusCode).toBe(200)
    expect((await from('192.0.2.4', '/readyz')).statusCode).toBe(200)
  })

  test('responses state the remaining requests and, after a write, the remaining writes', async () => {
    const read = await asStaff({ url: '/api/admin/leads', remoteAddress: '192.0.2.5' })
    expect(read.headers['ratelimit-limit']).toBe('5')
    const call = { method: 'POST', url: '/api/leads', payload: leadInput(), remoteAddress: '192.0.2.5' } as const
    expect((await app.inject(call)).headers['ratelimit-limit']).toBe('100000')
  })
})

describe('over time', () => {
  afterEach(() => vi.useRealTimers())

  test('restores the full limit when the minute is over', () => {
    vi.useFakeTimers()
    const limit = requestLimit(1)
    expect(limit('192.0.2.1')).toMatchObject({ isExceeded: false, remaining: 0, resetSeconds: 60 })
    expect(limit('192.0.2.1').isExceeded).toBe(true)
    vi.advanceTimersByTime(60_000)
    expect(limit('192.0.2.1').isExceeded).toBe(false)
  })

  test('restores the limit after a minute even when the clock is set back', { tags: ['R42'] }, () => {
    vi.useFakeTimers()
    const limit = requestLimit(1)
    limit('192.0.2.1')
    vi.setSystemTime(new Date('2020-01-01'))
    expect(limit('192.0.2.1')).toMatchObject({ isExceeded: true, resetSeconds: 60 })
    vi.advanceTimersByTime(60_000)
    expect(limit('192.0.2.1').isExceeded).toBe(false)
  })

  test('tracks no more addresses than its maximum', () => {
    const limit = requestLimit(1)
    for (let n = 0; n <= 20_000; n += 1) limit(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    expect(limit('10.0.0.0').isExceeded).toBe(false)
  })
})
