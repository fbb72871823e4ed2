import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const good = { DATABASE_URL: 'postgres://app@127.0.0.1/app', SESSION_SECRET: 'x'.repeat(32) }

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
  }
  return []
}

describe('readConfig', () => {
  test('fills in what may be left out', () => {
    const config = readConfig({ ...good, PORT: '4000', LOG_LEVEL: '' })
    expect(config).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      siteOrigin: 'http://localhost:4000',
      signInsPerMinute: 10,
    })
    expect(config.adminUrl.href).toBe('http://localhost:4000/admin')
    expect(config.trustProxy).toEqual([])
  })

  test('names every bad setting at once', () => {
    const problems = problemsOf({ PORT: '99999', SESSION_SECRET: 'short', LOG_LEVEL: 'loud', SITE_URL: 'example' })
    expect(problems.map((problem) => problem.split(' ')[0]).toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      'DATABASE_URL',
      'LOG_LEVEL',
      'PORT',
      'SESSION_SECRET',
      'SITE_URL',
    ])
  })

  test.each([
    [{ BUSINESS_TIME_ZONE: 'Mars/Olympus' }, 'BUSINESS_TIME_ZONE'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/8, all' }, 'TRUST_PROXY'],
    [{ RATE_LIMIT_SIGN_INS_PER_MINUTE: '0' }, 'RATE_LIMIT_SIGN_INS_PER_MINUTE'],
    [{ ADMIN_URL: 'https://staff.example.com/admin/' }, 'ADMIN_URL'],
  ])('refuses %o', (change, name) => {
    expect(problemsOf({ ...good, ...change })[0]).toContain(name)
  })

  test('never repeats a secret in its message', () => {
    expect(problemsOf({ ...good, SESSION_SECRET: 'tell-nobody' }).join()).not.toContain('tell-nobody')
  })
})
