import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, settingDefaults } from './config.ts'
import { misspelledSettings } from './misspelled-settings.ts'

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
  test('fills in defaults for omitted settings', () => {
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

  test('reports both bounds of a number, and the allowed values of a switch', () => {
    expect(problemsOf({ ...good, PORT: '99999', DRAIN_SECONDS: 'soon', RUN_WORKER: 'yes' })).toEqual([
      'PORT must be a whole number, 1 to 65535',
      'DRAIN_SECONDS must be a whole number, 0 to 60',
      'RUN_WORKER must be true or false',
    ])
  })

  test('single sign-on returns to the API, which is on the host of the site by default', () => {
    const provider = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
    const { singleSignOn } = readConfig({ ...good, ...provider, SITE_URL: 'https://www.example.com' })
    expect(singleSignOn?.callbackUrl.href).toBe('https://www.example.com/api/login/callback')
    const apart = readConfig({ ...good, ...provider, API_URL: 'https://api.example.com' })
    expect(apart.singleSignOn?.callbackUrl.href).toBe('https://api.example.com/api/login/callback')
    expect(readConfig(good).singleSignOn).toBeUndefined()
  })

  test('reports all invalid settings together', { tags: ['B08', 'R47'] }, () => {
    const problems = problemsOf({
      PORT: '99999',
      SESSION_SECRET: 'short',
      LOG_LEVEL: 'loud',
      SITE_URL: 'example',
      TRUST_PROXY: 'zzz',
      BUSINESS_TIME_ZONE: 'Mars/Olympus',
      RENDERER_PAGES: '0',
      OIDC_ISSUER: 'not an address',
      PIPEDRIVE_API_TOKEN_FILE: '/nowhere/at/all',
    })
    expect(problems.map((problem) => problem.split(' ')[0]).toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      'BUSINESS_TIME_ZONE',
      'DATABASE_URL',
      'LOG_LEVEL',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_ISSUER',
      'PIPEDRIVE_API_TOKEN_FILE',
      'PORT',
      'RENDERER_PAGES',
      'SESSION_SECRET',
      'SITE_URL',
      'TRUST_PROXY',
    ])
  })

  test.each([
    [{ BUSINESS_TIME_ZONE: 'Mars/Olympus' }, 'BUSINESS_TIME_ZONE'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/8, all' }, 'TRUST_PROXY'],
    [{ RATE_LIMIT_SIGN_INS_PER_MINUTE: '0' }, 'RATE_LIMIT_SIGN_INS_PER_MINUTE'],
    [{ ADMIN_URL: 'https://staff.example.com/admin/' }, 'ADMIN_URL'],
    [{ OIDC_ISSUER: 'https://id.example.com' }, 'OIDC_CLIENT_ID'],
    [{ OIDC_CLIENT_SECRET: 'secret' }, 'OIDC_ISSUER'],
    [{ OIDC_ISSUER: 'http://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }, 'OIDC_ISSUER'],
    [{ API_URL: 'https://api.example.com/elsewhere' }, 'API_URL'],
  ])('refuses %o', (change, name) => {
    expect(problemsOf({ ...good, ...change })[0]).toContain(name)
  })

  test('never includes a secret in its message', () => {
    expect(problemsOf({ ...good, SESSION_SECRET: 'tell-nobody' }).join()).not.toContain('tell-nobody')
  })
})

describe('misspelled settings', () => {
  const warnings = (env: NodeJS.ProcessEnv) => misspelledSettings(env, Object.keys(settingDefaults))

  test.each([
    ['RATE_LIMIT_WRITE_PER_MINUTE', 'RATE_LIMIT_WRITES_PER_MINUTE'],
    ['Log_Level', 'LOG_LEVEL'],
    ['SESION_SECRET_FILE', 'SESSION_SECRET_FILE'],
    ['RUN_RENDERE', 'RUN_RENDERER'],
    ['FIRST_STAFF_EMIAL', 'FIRST_STAFF_EMAIL'],
  ])('%s is reported', { tags: ['R47'] }, (name, meant) => {
    expect(warnings({ [name]: '1' })).toEqual([`${name} is not a setting and is ignored: did you mean ${meant}?`])
  })

  test('settings of other programs are not reported', () => {
    const others = { HOSTNAME: 'a', USERNAME: 'b', PGDATABASE: 'c', HTTP_PORT: '1', DATABASE_URL: 'd', DATA_DIR: 'e' }
    expect(warnings(others)).toEqual([])
  })
})

describe('secrets', () => {
  const file = (content: string) => {
    const name = path.join(mkdtempSync(path.join(tmpdir(), 'secret-')), 'secret')
    writeFileSync(name, content)
    return name
  }

  test('can be read from files, without the trailing newline that editors add', () => {
    const config = readConfig({
      DATABASE_URL_FILE: file('postgres://app@127.0.0.1/app\n'),
      SESSION_SECRET_FILE: file(`${'y'.repeat(32)}\n`),
      PIPEDRIVE_API_TOKEN_FILE: file('token'),
    })
    expect(config).toMatchObject({
      databaseUrl: 'postgres://app@127.0.0.1/app',
      sessionSecrets: ['y'.repeat(32)],
      crm: { token: 'token' },
    })
  })

  test('are rejected when they are set twice or cannot be read', () => {
    expect(problemsOf({ ...good, SESSION_SECRET_FILE: file('x') })).toEqual([
      'SESSION_SECRET_FILE may not be set together with SESSION_SECRET',
    ])
    expect(problemsOf({ ...good, PIPEDRIVE_API_TOKEN_FILE: '/nowhere/at/all' })).toEqual([
      'PIPEDRIVE_API_TOKEN_FILE names a file that cannot be read (ENOENT)',
    ])
  })

  test('can list several session secrets: the first signs, the others still verify', () => {
    const config = readConfig({ ...good, SESSION_SECRET: `${'a'.repeat(32)}, ${'b'.repeat(32)}` })
    expect(config.sessionSecrets).toEqual(['a'.repeat(32), 'b'.repeat(32)])
    expect(problemsOf({ ...good, SESSION_SECRET: `${'a'.repeat(32)},short` })).toHaveLength(1)
  })
})
