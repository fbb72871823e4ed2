import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Operation, operationTable } from '@app/contract'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { closeOrm, forRequests, openOrm } from '../src/db/orm.ts'
import { entities } from '../src/entities/entities.ts'
import { databaseProxy } from './database-proxy.ts'
import { exchange } from './exchange.ts'
import { signedLink } from '../src/modules/print/files/signed-links.ts'
import { sandboxKeys } from '../src/modules/print/keys/keys.service.ts'
import { addCustomer, type Credentials, headersFor } from './customers.ts'
import { filled } from './filled.ts'
import { exampleOf } from './fuzz/answers.ts'
import { answerOf, startApp, testEnv } from './harness.ts'

// Errors that all operations share, provoked for each one that declares them.
const table = operationTable.map((operation) => [operation.id, operation] as const)
const declaring = (status: number) => table.filter(([, { statuses }]) => statuses.includes(status))

/** The URL of an operation. A file URL is signed as the server would sign it. */
function addressOf({ url, schema }: Operation): string {
  const path = filled(url)
  const isSigned = JSON.stringify(schema.querystring ?? {}).includes('Signature')
  const { SESSION_SECRET: secret = '' } = testEnv('')
  return isSigned ? signedLink([secret], `http://localhost${path}`, 4_102_444_800) : path
}

/** Sends the example of the contract. */
function requestTo(operation: Operation, credentials: Credentials) {
  const { method, url, bodyMedia } = operation
  const example = exampleOf(url, method, bodyMedia)
  const isForm = bodyMedia === 'application/x-www-form-urlencoded'
  const fields = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, String(value)]))
  return {
    method,
    url: addressOf(operation),
    headers: {
      ...headersFor(operation, credentials),
      ...(bodyMedia && { 'content-type': bodyMedia }),
    },
    ...(bodyMedia && { payload: isForm ? new URLSearchParams(fields).toString() : example }),
  }
}

describe('a healthy API', async () => {
  const { app, db, cookieOf } = await startApp()
  const customer = await addCustomer(app, db)
  const credentials = { cookie: await cookieOf(), member: customer.cookie, key: customer.test.key }
  const { Key: sandboxKey } = (await app.inject({ method: 'POST', url: '/v1/sandbox-keys', payload: {} })).json()
  let port = 0
  beforeAll(async () => {
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  })

  test.each(declaring(400))('400 from %s for two Host headers', async (_id, { method, url }) => {
    const lines = [`${method} ${filled(url)} HTTP/1.1`, 'Host: a', 'Host: b', 'Content-Length: 0', 'Connection: close']
    expect((await exchange(port, ...lines, '', '')).status).toBe(400)
  })

  test.each(declaring(413))('413 from %s for a body beyond the limit', async (_id, operation) => {
    const { headers, ...request } = requestTo(operation, credentials)
    const answer = await app.inject({
      ...request,
      headers: { ...headers, 'content-type': operation.bodyMedia || 'application/json' },
      payload: Buffer.alloc((operation.bodyLimit || 65_536) + 1, 'a'),
    })
    expect(answer.statusCode).toBe(413)
  })

  test.each(declaring(415))('415 from %s for a body of another type', async (_id, operation) => {
    const { headers, ...request } = requestTo(operation, credentials)
    const answer = await app.inject({ ...request, headers: { ...headers, 'content-type': 'text/plain' }, payload: 'a' })
    expect(answer.statusCode).toBe(415)
  })

  const ofWebhooks = declaring(404).filter(([, { url }]) => url.startsWith('/v1/webhook'))
  test.each(ofWebhooks)('404 from %s for a webhook that does not exist', async (_id, operation) => {
    expect((await app.inject(requestTo(operation, credentials))).statusCode).toBe(404)
  })

  const ofAccounts = declaring(403).filter(
    ([, { security }]) => security.includes('printKey') && security.includes('memberSession'),
  )
  test.each(ofAccounts)('403 from %s for the key of a sandbox', async (_id, operation) => {
    const answer = await app.inject(requestTo(operation, { cookie: '', member: '', key: sandboxKey }))
    expect(answer.statusCode).toBe(403)
  })

  // Requests with a key come from programs. contract.test.ts covers those of staff.
  const ofBrowsers = declaring(403).filter(
    ([, { method, navigation, security }]) =>
      method !== 'GET' && !navigation && security.every((one) => one === 'memberSession'),
  )
  test.each(ofBrowsers)('403 from %s for a page of another site', async (_id, operation) => {
    const { headers, ...request } = requestTo(operation, { cookie: '', member: customer.cookie, key: '' })
    const answer = await app.inject({ ...request, headers: { ...headers, origin: 'https://evil.example' } })
    expect(answer.statusCode).toBe(403)
  })
})

describe('more requests than an address may send', async () => {
  const { app } = await startApp({ RATE_LIMIT_REQUESTS_PER_MINUTE: '1' })
  beforeAll(async () => {
    await app.inject('/api/auth/user')
  })

  test.each(declaring(429))('429 from %s', async (_id, { method, url }) => {
    const answer = await app.inject({ method, url: filled(url) })
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})

/** Browser reports and single sign-on need no database. */
const withoutDatabase = ['createCspReports', 'getSignInPage', 'completeSingleSignOn']

describe('a database that is down', async () => {
  const started = await startApp()
  const proxy = await databaseProxy(started.config.databaseUrl)
  const orm = await openOrm(proxy.url, { entities, poolMax: 2, timeouts: forRequests })
  const app = await buildApp(readConfig({ ...testEnv(proxy.url), SMTP_URL: 'smtp://127.0.0.1:1' }), orm)
  let cookie = ''
  let member = ''
  beforeAll(async () => {
    cookie = await started.cookieOf()
    member = (await addCustomer(started.app, started.db)).cookie
    proxy.close()
  })
  afterAll(async () => {
    await app.close()
    await closeOrm(orm)
  })

  const operationsWithDatabase = declaring(503).filter(([id]) => !withoutDatabase.includes(id))
  test.each(operationsWithDatabase)('503 from %s', async (_id, operation) => {
    const answer = await answerOf(app, requestTo(operation, { cookie, member, key: sandboxKeys.newKey().key }))
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})
