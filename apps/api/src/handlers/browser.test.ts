import { describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config/config.ts'
import { startApp, testEnv } from '../../test/harness.ts'
import { logLines } from '../../test/log-lines.ts'

const { app, orm, config } = await startApp()

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

const send = (payload: unknown, headers: Record<string, string> = {}, to = app) =>
  to.inject({
    method: 'POST',
    url: '/api/csp-reports',
    headers: { 'content-type': 'application/reports+json', ...headers },
    payload: JSON.stringify(payload),
  })

describe('createCspReports', () => {
  test('204, with one log line that has the rule, the page, and the origin, but no person', async () => {
    const logging = await buildApp(readConfig({ ...testEnv(config.databaseUrl), LOG_LEVEL: 'warn' }), orm)
    const lines = logLines(logging)
    expect((await send([report(), report({ blockedURL: 'inline' })], {}, logging)).statusCode).toBe(204)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'csp-violation', directive: 'script-src-elem', blocked: 'https://evil.example', page: '/print' },
      { blocked: 'inline' },
    ])
    expect(lines.join()).not.toContain('dana')
    await logging.close()
  })

  test('204 for what is no address, no rule, or another kind of report', async () => {
    const odd = report({ documentURL: 'x y', effectiveDirective: 'a\nb', blockedURL: '' })
    expect((await send([odd, { ...report(), type: 'deprecation' }])).statusCode).toBe(204)
  })

  test.each([
    ['no list', {}, 400],
    ['an empty list', [], 400],
    ['21 reports', Array.from({ length: 21 }, () => report()), 400],
    ['over 16 KiB', [report({ sample: 'x'.repeat(17_000) })], 413],
  ])('refuses %s', async (_what, payload, status) => {
    expect((await send(payload)).statusCode).toBe(status)
  })

  test('415 as another type, here and for leads as this', async () => {
    expect((await send([report()], { 'content-type': 'application/json' })).statusCode).toBe(415)
    const lead = await app.inject({
      method: 'POST',
      url: '/api/leads',
      headers: { 'content-type': 'application/reports+json' },
      payload: '{}',
    })
    expect(lead.statusCode).toBe(415)
  })

  test('429 beyond the limit of an address', { tags: ['C13'] }, async () => {
    const { app: limited } = await startApp({ RATE_LIMIT_REQUESTS_PER_MINUTE: '10' })
    const statuses = []
    for (let sent = 0; sent < 12; sent += 1) statuses.push((await send([report()], {}, limited)).statusCode)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })
})
