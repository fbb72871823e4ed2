import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { apiSettings, givenSettings, startProblems } from './start-settings.ts'

describe('npm start', () => {
  test('rejects all invalid settings together, by the rules of the API', { tags: ['R47'] }, () => {
    const problems = startProblems({ PORT: '4421', LOG_LEVEL: 'loud', TRUST_PROXY: 'zzz', BUSINESS_TIME_ZONE: 'Mars' })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['BUSINESS_TIME_ZONE', 'TRUST_PROXY', 'LOG_LEVEL'])
    expect(startProblems({ DATABASE_URL_FILE: '/nowhere/at/all', OIDC_CLIENT_ID: 'a' })).toEqual([
      'DATABASE_URL_FILE names a file that cannot be read (ENOENT)',
      expect.stringContaining('OIDC_ISSUER must be set'),
      expect.stringContaining('OIDC_CLIENT_SECRET must be set'),
    ])
  })

  test('needs no setting at all', () => {
    expect(startProblems({})).toEqual([])
  })

  test('reads secrets from files', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'secret-')), 'secret')
    writeFileSync(file, 'y'.repeat(40))
    const given = givenSettings({ SESSION_SECRET_FILE: file })
    expect(given).toEqual({ SESSION_SECRET: 'y'.repeat(40) })
    expect(startProblems({ SESSION_SECRET_FILE: file })).toEqual([])
    expect(apiSettings(given, { databaseUrl: 'postgres://a', sessionSecret: () => 'kept' })).toMatchObject({
      SESSION_SECRET: 'y'.repeat(40),
      SITE_URL: 'http://localhost:3000',
    })
  })
})
