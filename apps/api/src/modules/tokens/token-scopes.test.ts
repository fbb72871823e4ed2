import { beforeEach, describe, expect, test } from 'vitest'
import { type StaffTokenWithSecret, type Operation, operationTable } from '@app/contract'
import { filled } from '../../../test/filled.ts'
import { password, startApp } from '../../../test/harness.ts'
import { staffTokens } from './tokens.service.ts'

const { app, db, cookieOf, makeStaff } = await startApp()

const all = [
  'changes:write',
  'leads:read',
  'leads:write',
  'pricing:read',
  'pricing:write',
  'samples:read',
  'samples:write',
]
const forStaff = operationTable.filter(({ security }) => security.includes('staffSession'))
const open = forStaff.filter(({ tokenScope }) => tokenScope)
const named = (operations: readonly Operation[]) => operations.map((operation) => [operation.id, operation] as const)

const { email, cookie } = await makeStaff('owner')
const { token, id } = (
  await app.inject({
    method: 'POST',
    url: '/api/auth/tokens',
    headers: { cookie },
    payload: { currentPassword: password, name: 'Test', scopes: all },
  })
).json<StaffTokenWithSecret>()
const giveScopes = (scopes: string[]) => db.query('update staff_token set scopes = $1 where id = $2', [scopes, id])

const call = async ({ method, url }: Operation, secret: string, headers: object = {}) => {
  const answer = await app.inject({
    method,
    url: filled(url),
    headers: { authorization: `Bearer ${secret}`, ...headers },
  })
  const code: unknown = answer.body.startsWith('{') ? answer.json().code : undefined
  return [answer.statusCode, code, answer.headers['www-authenticate']]
}

beforeEach(() => giveScopes(all))

test('tokens open leads, samples and prices, and never an account', () => {
  expect(open.length).toBeGreaterThan(40)
  expect(open.filter(({ url, tag }) => /auth|staff|token|session/.test(url) || /auth|staff/.test(tag))).toEqual([])
  expect([...new Set(open.map(({ tokenScope }) => tokenScope))].toSorted()).toEqual(all)
  // A token that may only read changes nothing, and one that may only write cannot read.
  for (const { method, tokenScope } of open) expect(tokenScope).toMatch(method === 'GET' ? /:read$/ : /:write$/)
})

describe('every operation for staff', () => {
  test.each(named(forStaff))('%s rejects a token without its scope, even with a cookie', async (_id, operation) => {
    const { tokenScope } = operation
    await giveScopes(all.filter((scope) => scope !== tokenScope))
    for (const headers of [{}, { cookie }]) {
      const challenge = `Bearer error="insufficient_scope"${tokenScope && `, scope="${tokenScope}"`}`
      expect(await call(operation, token, headers)).toEqual([403, 'insufficient_scope', challenge])
    }
  })

  test.each(named(open))('%s lets a token with its scope alone through its guard', async (_id, operation) => {
    await giveScopes([operation.tokenScope])
    const [status] = await call(operation, token)
    expect([401, 403]).not.toContain(status)
  })

  test.each(named(open.filter(({ roles }) => !roles.includes('viewer'))))(
    '%s refuses a token with its scope whose member may only look now',
    async (_id, operation) => {
      await db.query("update staff_user set role = 'viewer' where email = $1", [email])
      const [status, code] = await call(operation, token)
      await db.query("update staff_user set role = 'owner' where email = $1", [email])
      expect([status, code]).toEqual([403, 'forbidden'])
    },
  )

  test.each(named(forStaff))('%s responds 401 to an invalid token', async (_id, operation) => {
    const headers = { cookie: await cookieOf() }
    for (const secret of [staffTokens.newKey().key, 'made-up', '']) {
      const challenge = 'Bearer error="invalid_token"'
      expect(await call(operation, secret, headers)).toEqual([401, 'invalid_token', challenge])
    }
  })
})
