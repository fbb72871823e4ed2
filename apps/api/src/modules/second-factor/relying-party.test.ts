import { expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { testEnv } from '../../../test/harness.ts'
import { relyingParty } from './passkeys.service.ts'

const partyWith = (env: NodeJS.ProcessEnv) => relyingParty(readConfig({ ...testEnv('postgres://app'), ...env }))

test.each([
  ['one host', { SITE_URL: 'https://mail.example.com' }, 'mail.example.com', ['https://mail.example.com']],
  [
    'three hosts',
    {
      SITE_URL: 'https://www.example.com',
      ADMIN_URL: 'https://staff.example.com/admin',
      API_URL: 'https://api.example.com',
    },
    'example.com',
    ['https://staff.example.com', 'https://api.example.com'],
  ],
  ['any port of this machine', { PORT: '4123' }, 'localhost', ['http://localhost:4123']],
  ['an IPv4 address of this machine', { SITE_URL: 'http://127.0.0.1:4123' }, 'localhost', ['http://localhost:4123']],
  ['an IPv6 address of this machine', { SITE_URL: 'http://[::1]:4123' }, 'localhost', ['http://localhost:4123']],
])('on %s, passkeys are for its domain and the pages of its settings', (_what, env, id, origins) => {
  const party = partyWith(env)
  expect(party.id).toBe(id)
  expect([...new Set(party.origins)]).toEqual(origins)
})

test.each([
  ['two domains', { ADMIN_URL: 'https://staff.example.net/admin', API_URL: 'https://api.example.com' }],
  ['a top-level domain alone', { ADMIN_URL: 'https://example.com/admin', API_URL: 'https://example.org' }],
  ['an IPv4 address', { SITE_URL: 'http://192.0.2.7:3000' }],
  ['an IPv6 address', { SITE_URL: 'http://[2001:db8::7]:3000' }],
])('409 on %s', (_what, env) => {
  expect(() => partyWith(env)).toThrow(expect.objectContaining({ status: 409, code: 'no_shared_domain' }))
})
