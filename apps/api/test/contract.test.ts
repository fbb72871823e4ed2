import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Operation, operationTable } from '@app/contract'
import { sandboxKeys } from '../src/modules/print/keys/keys.service.ts'
import { addCustomer, headersFor } from './customers.ts'
import { filled } from './filled.ts'
import { startApp } from './harness.ts'

const { app, db, asStaff, cookieOf } = await startApp()

const table = operationTable.map((operation) => [operation.id, operation] as const)
const staffTable = table.filter(([, { security }]) => security.includes('staffSession'))
const takesKey = table.filter(([, { security }]) => security.includes('printKey'))
const keyTable = takesKey.filter(([, { isSecurityOptional }]) => !isSecurityOptional)
const optionalKeyTable = takesKey.filter(([, { isSecurityOptional }]) => isSecurityOptional)
/** Operations whose body has required members. */
const writes = table.filter(
  ([
    ,
    {
      bodyMedia,
      schema: { body },
    },
  ]) => Boolean(bodyMedia === 'application/json' && body && 'required' in body),
)
const call = ({ method, url }: Operation, extra: object = {}) => app.inject({ method, url: filled(url), ...extra })

const forged = ['sid=made-up', 'sid=', `sid=${randomUUID()}`, '__Host-sid=x']
const staffRoles = ['owner', 'editor', 'viewer'] as const
const tables = [
  'lead',
  'staff_user',
  'staff_invitation',
  'record_change',
  'staff_session',
  'print_key',
  'print_template',
  'pricing_product',
  'rate_limit',
]
async function rowCounts() {
  const counts = tables.map((name) => `(select count(*) from ${name}) as ${name}`)
  return (await db.query(`select ${counts.join()}`)).rows[0]
}

describe('every operation for staff', () => {
  test('the list is not empty', () => {
    expect(staffTable.length).toBeGreaterThan(10)
  })

  test.each(staffTable)(
    '%s responds 401 without a session and reads nothing',
    { tags: ['A01', 'A02'] },
    async (_id, operation) => {
      const before = await rowCounts()
      for (const extra of [{}, ...forged.map((cookie) => ({ headers: { cookie } })), { payload: { nonsense: true } }]) {
        const answer = await call(operation, extra)
        expect(answer.statusCode).toBe(401)
        expect(answer.json()).toMatchObject({ title: 'Unauthorized' })
      }
      expect(await rowCounts()).toEqual(before)
    },
  )

  const refused = staffTable.flatMap(([id, operation]) =>
    staffRoles
      .filter((role) => operation.roles.length > 0 && !operation.roles.includes(role))
      .map((role) => [id, role, operation] as const),
  )
  test.each(refused)('%s responds 403 to the role %s', { tags: ['A08'] }, async (_id, role, operation) => {
    const cookie = await cookieOf(role)
    expect((await call(operation, { headers: { cookie }, payload: {} })).statusCode).toBe(403)
  })

  test.each(staffTable.filter(([, { method }]) => method !== 'GET'))(
    '%s is rejected from another origin',
    { tags: ['C01'] },
    async (_id, operation) => {
      const cookie = await cookieOf()
      const answer = await call(operation, { headers: { cookie, origin: 'https://evil.example' } })
      expect(answer.statusCode).toBe(403)
    },
  )
})

describe('every operation that needs a key', () => {
  test.each(keyTable)(
    '%s responds 401 without a session and reads nothing',
    { tags: ['A01'] },
    async (_id, operation) => {
      const before = await rowCounts()
      for (const headers of [
        {},
        ...[sandboxKeys.newKey().key, 'made-up', ''].map((key) => ({ authorization: `Bearer ${key}` })),
      ]) {
        const answer = await call(operation, { headers, payload: {} })
        expect(answer.statusCode).toBe(401)
      }
      expect(await rowCounts()).toEqual(before)
    },
  )
})

describe('every operation with an optional key', () => {
  const statusWith = async (operation: Operation, authorization: string) =>
    (await call(operation, { headers: { authorization }, payload: {} })).statusCode

  test.each(optionalKeyTable)('%s counts an empty token as no key', async (_id, operation) => {
    for (const header of ['', 'Bearer', 'Bearer  ', 'bearer']) expect(await statusWith(operation, header)).toBe(400)
  })

  test.each(optionalKeyTable)('%s responds 401 to anything that is not a key', async (_id, operation) => {
    for (const header of ['Basic abc', 'made-up', 'Bearer a b']) expect(await statusWith(operation, header)).toBe(401)
  })
})

describe('every write of the print API', () => {
  const printWrites = table.filter(([, { tag, method }]) => tag === 'print' && method !== 'GET')

  let key = ''
  beforeAll(async () => {
    key = (await app.inject({ method: 'POST', url: '/v1/sandbox-keys', payload: {} })).json().Key
  })

  test.each(printWrites)('%s is rejected from another origin', { tags: ['C01'] }, async (_id, operation) => {
    const headers = { authorization: `Bearer ${key}`, origin: 'https://evil.example' }
    expect((await call(operation, { headers })).statusCode).toBe(403)
  })
})

describe('every operation with a body', () => {
  let customer: Awaited<ReturnType<typeof addCustomer>>
  beforeAll(async () => {
    customer = await addCustomer(app, db)
  })

  test.each(writes)('%s rejects {} and points to each missing member', { tags: ['E01'] }, async (_id, operation) => {
    const cookie = await cookieOf()
    const headers = headersFor(operation, { cookie, member: customer.cookie, key: customer.test.key })
    const answer = await call(operation, { headers, payload: {} })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors.length).toBeGreaterThan(0)
    expect(answer.json().errors[0]).toMatchObject({ in: 'body', pointer: expect.stringMatching(/^\//) })
  })
})

/** True when a path of the contract matches a URL: `/{id}` also matches a fixed `/export`. */
const matches = (url: string, address: string) => new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`).test(address)

describe('every path', () => {
  test.each(table)('%s responds 405 with Allow to other methods', { tags: ['A04'] }, async (_id, { url, method }) => {
    for (const other of ['PATCH', 'DELETE', 'PUT', 'POST'] as const) {
      if (table.some(([, operation]) => operation.method === other && matches(operation.url, filled(url)))) continue
      const answer = await app.inject({ method: other, url: filled(url) })
      expect(answer.statusCode).toBe(405)
      expect(answer.headers.allow).toContain(method)
    }
  })

  test.each([
    ['/api/nope', 404],
    ['/api//admin/leads', 404],
    ['/API/ADMIN/leads', 404],
    ['/api/admin/leads/', 401],
    ['/api/admin/leads;x', 404],
    // This URL is normalized before it is routed.
    ['/api/x/../admin/leads', 401],
  ])('%s gives no access: %d', { tags: ['A05'] }, async (url, status) => {
    expect((await app.inject({ method: 'GET', url })).statusCode).toBe(status)
  })

  test.each(staffTable.filter(([, { url }]) => url.includes(':id')))(
    '%s rejects malformed ids',
    { tags: ['A07'] },
    async (_id, { method, url }) => {
      for (const id of [
        '0',
        '-1',
        '1e9',
        'null',
        '%00',
        'urn:uuid:01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11',
        'a'.repeat(150),
      ]) {
        const answer = await asStaff({ method, url: url.replace(':id', id), payload: {} })
        expect(answer.statusCode).toBe(400)
      }
    },
  )
})
