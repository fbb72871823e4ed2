import { describe, expect, test } from 'vitest'
import { type StaffTokenWithSecret, type Operation, operationTable } from '@app/contract'
import { filled } from '../../../test/filled.ts'
import { password, startApp } from '../../../test/harness.ts'
import { staffTokens } from './tokens.service.ts'

const { app, db, makeStaff } = await startApp()

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

/** A request with a token, and with a session, which is ignored next to the token. */
const call = async ({ method, url }: Operation, secret: string) => {
  const headers = { authorization: `Bearer ${secret}`, cookie }
  const answer = await app.inject({ method, url: filled(url), headers })
  const code: unknown = answer.body.startsWith('{') ? answer.json().code : undefined
  return [answer.statusCode, code, answer.headers['www-authenticate']]
}

/** The response of each of these operations, by operation id. */
const answersOf = async (operations: readonly Operation[], secret: string) => {
  const answers: Record<string, unknown[]> = {}
  for (const operation of operations) answers[operation.id] = await call(operation, secret)
  return answers
}
const each = (operations: readonly Operation[], answer: unknown) =>
  Object.fromEntries(operations.map((operation) => [operation.id, answer]))

test('tokens give access to leads, samples and prices, never to an account', () => {
  expect(open.length).toBeGreaterThan(40)
  expect(open.filter(({ url, tag }) => /auth|staff|token|session/.test(url) || /auth|staff/.test(tag))).toEqual([])
  expect([...new Set(open.map(({ tokenScope }) => tokenScope))].toSorted()).toEqual(all)
  // A read-only token changes nothing, and a write-only token cannot read.
  for (const { method, tokenScope } of open) expect(tokenScope).toMatch(method === 'GET' ? /:read$/ : /:write$/)
})

describe.each(['', ...all])('every operation for staff with the scope "%s"', (scope) => {
  const operations = forStaff.filter(({ tokenScope }) => tokenScope === scope)

  test('rejects a token without the scope, even with a cookie', async () => {
    await giveScopes(all.filter((one) => one !== scope))
    const challenge = `Bearer error="insufficient_scope"${scope && `, scope="${scope}"`}`
    const refused = each(operations, [403, 'insufficient_scope', challenge])
    expect(await answersOf(operations, token)).toEqual(refused)
  })

  if (scope === '') return

  test('lets a token with only the scope through, unless its owner now has only read access', async () => {
    await giveScopes([scope])
    for (const [id, [status]] of Object.entries(await answersOf(operations, token)))
      expect({ id, status }).not.toEqual({ id, status: expect.toBeOneOf([401, 403]) })
    const forEditors = operations.filter(({ roles }) => !roles.includes('viewer'))
    await db.query("update staff_user set role = 'viewer' where email = $1", [email])
    const answers = await answersOf(forEditors, token)
    await db.query("update staff_user set role = 'owner' where email = $1", [email])
    const forbidden = expect.arrayContaining([403, 'forbidden'])
    expect(answers).toEqual(each(forEditors, forbidden))
  })
})

test.each([staffTokens.newKey().key, 'made-up', ''])(
  'every operation for staff responds 401 to the token "%s"',
  async (secret) => {
    const refused = each(forStaff, [401, 'invalid_token', 'Bearer error="invalid_token"'])
    expect(await answersOf(forStaff, secret)).toEqual(refused)
  },
)
