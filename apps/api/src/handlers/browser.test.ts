import { describe, expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { logLines } from '../../test/log-lines.ts'

const { app } = await startApp({ RATE_LIMIT_REQUESTS_PER_MINUTE: '10', LOG_LEVEL: 'warn' })

const report = (changes: Record<string, unknown> = {}) => ({
  type: 'csp-violation',
  age: 12,
  url: 'https://www.example.com/print?email=dana@example.com',
  user_agent: 'Example/1.0',
  body: {
    documentURL: 'https://www.example.com/print?email=dana@example.com#dana',
    referrer: 'https://www.example.com/?q=dana',
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://evil.example/dana.js?email=dana@example.com',
    sample: 'dana',
    disposition: 'enforce',
    ...changes,
  },
})

let address = 0
/** Each call uses a new address, unless one is given. */
const send = (payload: unknown, type = 'application/reports+json', remoteAddress = `192.0.2.${(address += 1)}`) =>
  app.inject({
    method: 'POST',
    url: '/api/csp-reports',
    headers: { 'content-type': type },
    remoteAddress,
    payload: JSON.stringify(payload),
  })

describe('createCspReports', () => {
  test('204, with one log line that has the rule, the page, and the origin, but no person', async () => {
    const lines = logLines(app)
    expect((await send([report(), report({ blockedURL: 'inline' })])).statusCode).toBe(204)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'csp-violation', directive: 'script-src-elem', blocked: 'https://evil.example', page: '/print' },
      { blocked: 'inline' },
    ])
    expect(lines.join()).not.toContain('dana')
  })

  test('204 for an invalid address, an invalid rule, or another kind of report', async () => {
    const odd = report({ documentURL: 'x y', effectiveDirective: 'a\nb', blockedURL: '' })
    expect((await send([odd, { ...report(), type: 'deprecation' }])).statusCode).toBe(204)
  })

  test.each([
    ['no list', {}, 400],
    ['an empty list', [], 400],
    ['21 reports', Array.from({ length: 21 }, () => report()), 400],
    ['over 16 KiB', [report({ sample: 'x'.repeat(17_000) })], 413],
  ])('refuses %s', { tags: ['C13'] }, async (_what, payload, status) => {
    expect((await send(payload)).statusCode).toBe(status)
  })

  test('415 for another media type, and for a lead sent as a report', async () => {
    expect((await send([report()], 'application/json')).statusCode).toBe(415)
    const headers = { 'content-type': 'application/reports+json' }
    const lead = await app.inject({ method: 'POST', url: '/api/leads', headers, payload: '{}' })
    expect(lead.statusCode).toBe(415)
  })

  test('429 above the limit for an address', { tags: ['C13'] }, async () => {
    const statuses = []
    for (let sent = 0; sent < 12; sent += 1)
      statuses.push((await send([report()], 'application/reports+json', '203.0.113.9')).statusCode)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })
})
