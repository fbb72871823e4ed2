import { randomUUID } from 'node:crypto'
import { assert, array, asyncProperty } from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Operation, type OperationId, operationTable } from '@app/contract'
import { exampleOf, faultOf } from './fuzz/answers.ts'
import { requestsTo, type Sent, type Shape } from './fuzz/inputs.ts'
import { answerOf, insertLead, sampleRequestInput, signIn, startApp } from './harness.ts'
import { keyHash } from '../src/modules/keys/key-format.ts'
import { staffTokens } from '../src/modules/tokens/tokens.service.ts'
import { addExampleTarget, addMessage } from './message-rows.ts'
import { postcard, printAtOnce } from './print.ts'

// No worker sends anything, so nobody asks the mail server.
const { app, db, makeStaff } = await startApp({
  RATE_LIMIT_SIGN_INS_PER_MINUTE: '20',
  SMTP_URL: 'smtp://127.0.0.1:1',
})

/** Requests to each operation that takes anything from its caller. FUZZ_RUNS=5000 sends many more. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 500)
/** Requests to an operation without a parameter or a body, whose callers differ by their session and headers only. */
const runsWithoutInput = 200
/** Requests in flight at once. */
const atOnce = 20

const table = operationTable.map((operation) => [operation.id, operation] as const)

/** The leads that the examples of the contract name. */
const exampleLeads = ['01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11', '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a12']

/** The credentials of each caller. */
const credentials: Record<string, Record<string, string>> = {
  anonymous: {},
  stranger: { cookie: 'sid=made-up' },
  otherHolder: { authorization: 'Bearer sandbox_made-up' },
}

/** Migrations run before the API is replaced, so it also serves a schema with additions. */
async function addNextColumns() {
  const { rows } = await db.query("select tablename as name from pg_tables where schemaname = 'public'")
  for (const { name } of rows) await db.query(`alter table ${name} add column next_column text not null default 'x'`)
}

beforeAll(async () => {
  await addNextColumns()
  await addExampleTarget(db)
  await printAtOnce(db)
})

/** Any operation may have taken away what the next one needs: sessions, keys, the leads of the examples. */
async function restoreCallers() {
  await db.query('truncate rate_limit')
  const isAlive = async (caller: string, url: string) =>
    credentials[caller] && (await app.inject({ url, headers: credentials[caller] })).statusCode === 200
  for (const role of ['owner', 'editor', 'viewer'] as const) {
    if (!(await isAlive(role, '/api/auth/user'))) credentials[role] = { cookie: (await makeStaff(role)).cookie }
  }
  if (!(await isAlive('program', '/api/auth/user'))) await addToken((await makeStaff('owner')).email)
  if (!(await isAlive('holder', '/v1/sandbox-keys/current'))) {
    credentials['holder'] = { authorization: `Bearer ${(await newSandboxKey()).Key}` }
  }
  await db.query('delete from lead where id = any($1)', [exampleLeads])
  for (const id of exampleLeads) await insertLead(db, { id })
}

const newSandboxKey = async (): Promise<{ Id: string; Key: string }> =>
  (await app.inject({ method: 'POST', url: '/v1/sandbox-keys', payload: {} })).json()

const newLead = async (): Promise<string> => {
  const id = randomUUID()
  await insertLead(db, { id })
  return id
}

const idOf = async ({ email }: { email: string }): Promise<string> =>
  (await db.query('select id from staff_user where email = $1', [email])).rows[0].id

/** Of the account's sessions the one that began last. */
const sessionOf = async (staffId: string): Promise<string> =>
  (await db.query('select id from staff_session where staff_id = $1 order by created_at desc', [staffId])).rows[0].id

const ownerId = async (): Promise<string> =>
  (await app.inject({ url: '/api/auth/user', headers: credentials['owner'] ?? {} })).json().id

const ownerEmail = async (): Promise<string> =>
  (await app.inject({ url: '/api/auth/user', headers: credentials['owner'] ?? {} })).json().email

/** A token of an account. The one that is added last is what a program sends. */
async function addToken(of: string): Promise<string> {
  const { key, prefix } = staffTokens.newKey()
  const { rows } = await db.query(
    `insert into staff_token (id, staff_id, name, prefix, hash, scopes, expires_at)
     select gen_random_uuid(), id, 'Test', $2, $3, '{leads:read,leads:write}', now() + interval '1 day'
       from staff_user where email = $1 returning id`,
    [of, prefix, keyHash(key)],
  )
  credentials['program'] = { authorization: `Bearer ${key}` }
  return rows[0].id
}

/** Makes a record of each collection that has no operation to create one. */
const makers: Record<string, () => Promise<string>> = {
  '/api/admin/leads': newLead,
  '/api/admin/people': newLead,
  '/api/admin/print-samples': async () =>
    (await app.inject({ method: 'POST', url: '/api/print-samples', payload: sampleRequestInput() })).json().id,
  '/api/admin/changes': async () => {
    const url = `/api/admin/leads/${await newLead()}`
    const changed = await app.inject({
      method: 'PATCH',
      url,
      headers: credentials['owner'] ?? {},
      payload: { stage: 'won' },
    })
    return String(changed.headers['change-group'])
  },
  '/api/admin/messages': async () => {
    await addMessage(db)
    return (await db.query('select id from message order by created_at desc')).rows[0].id
  },
  '/api/admin/staff': async () => idOf(await makeStaff('viewer')),
  '/api/admin/staff-sessions': async () => sessionOf(await idOf(await makeStaff('viewer'))),
  '/api/admin/staff-tokens': async () => addToken((await makeStaff('owner')).email),
  // Only an authenticator can add one.
  '/api/auth/passkeys': async () => randomUUID(),
  '/api/auth/tokens': async () => addToken(await ownerEmail()),
  '/api/auth/sessions': async () => {
    await signIn(app, await ownerEmail())
    return sessionOf(await ownerId())
  },
  '/api/admin/print/keys': async () => (await newSandboxKey()).Id,
  // A key of its own: the fuzzer may have made as many as one can have.
  '/v1/templates': async () => {
    credentials['holder'] = { authorization: `Bearer ${(await newSandboxKey()).Key}` }
    const payload = exampleOf('/v1/templates', 'POST', 'application/json')
    return (await app.inject({ method: 'POST', url: '/v1/templates', headers: credentials['holder'], payload })).json()
      .Id
  },
  '/v1/assets': async () => {
    const payload = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const headers = { ...credentials['holder'], 'content-type': 'image/png' }
    return (await app.inject({ method: 'POST', url: '/v1/assets', headers, payload })).json().Id
  },
  '/v1/proofs': async () => (await app.inject({ method: 'POST', url: '/v1/postcards', payload: postcard() })).json().Id,
}

/** A record for the id in this URL. Others than those above are created as the example of the contract says. */
async function recordFor(url: string): Promise<string> {
  const [collection = '', rest] = url.split('/:id')
  if (rest === undefined) return ''
  const maker = makers[collection]
  if (maker) return maker()
  const headers = credentials['owner'] ?? {}
  const example = exampleOf(collection, 'POST', 'application/json')
  const payload = { ...example, ...('email' in example && { email: `${randomUUID()}@example.com` }) }
  const made = await app.inject({ method: 'POST', url: collection, headers, payload })
  if (made.statusCode === 201 && made.json().id) return made.json().id
  // The answer has no id, or the fuzzer has made as many as there can be.
  const there: { id: string; isOwn?: boolean }[] = (await app.inject({ url: collection, headers })).json()
  // Nobody can change what another person saved.
  const first = there.find(({ isOwn }) => isOwn !== false)
  if (!first) throw new Error(`POST ${collection} answered ${made.statusCode}: ${made.body}`)
  return first.id
}

/** What the record of an operation needs beyond being there. */
const prepared: Partial<Record<OperationId, (id: string) => Promise<unknown>>> = {
  unmergeLead: (id) => db.query('update lead set merged_into = $2 where id = $1', [exampleLeads[0], id]),
}

/** Members that the fuzzer cannot guess: passwords, codes, signatures, and the version of a moment. */
const unguessable = /password|^code$|signature|attestation|^version$/i

const asksForSecret = (shape: Shape | undefined): boolean =>
  shape !== undefined &&
  ((shape.required ?? []).some((name) => unguessable.test(name)) ||
    [...Object.values(shape.properties ?? {}), ...(shape.allOf ?? []), ...(shape.items ? [shape.items] : [])].some(
      asksForSecret,
    ))

async function send({ method, url }: Operation, { caller, id, query, headers, type, body }: Sent) {
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const answer = await answerOf(app, {
    method,
    url: `${url.replace(':id', id).replace(':page', '1')}${query && `?${query}`}`,
    headers: { ...headers, ...credentials[caller], ...(hasBody && type && { 'content-type': type }) },
    ...(hasBody && { payload: body }),
  })
  return { status: answer.statusCode, fault: faultOf(url, method, answer) }
}

const staff = ['owner', 'owner', 'owner', 'editor', 'editor', 'viewer', 'program']

function callersOf({ security }: Operation): string[] {
  if (security.includes('printKey')) return ['holder', 'holder', 'holder', 'otherHolder', 'anonymous']
  return security.length > 0 ? [...staff, 'anonymous', 'stranger'] : ['anonymous', 'owner']
}

describe('arbitrary input from every role', () => {
  test.each(table)(
    '%s answers as its contract says',
    { tags: ['A20', 'C12', 'D05', 'E15', 'E16', 'R38'], timeout: 3_600_000 },
    async (id, operation) => {
      const { navigation, bodyMedia, schema, security, url, method, success, alsoLater } = operation
      const media = bodyMedia || 'application/json'
      const callers = callersOf(operation)
      const takesInput = url.includes(':id') || Boolean(schema.querystring) || Boolean(schema.body)
      await restoreCallers()
      const record = await recordFor(url)
      await prepared[id]?.(record)
      const requests = requestsTo(schema, media, exampleOf(url, method, media), callers, record)
      const seen = new Set<number>()
      await assert(
        asyncProperty(array(requests, { minLength: atOnce, maxLength: atOnce }), async (batch) => {
          const answers = await Promise.all(batch.map((sent) => send(operation, sent)))
          for (const { status } of answers) seen.add(alsoLater && status === 202 ? success : status)
          expect(answers.map(({ fault }) => fault).filter(Boolean)).toEqual([])
        }),
        { numRuns: Math.ceil((takesInput ? runs : runsWithoutInput) / atOnce) },
      )
      // If every request were refused, this would prove little.
      const isGuessable =
        ![schema.body, schema.querystring].some(asksForSecret) && bodyMedia !== 'application/octet-stream'
      const wanted = [...(navigation || !isGuessable ? [] : [success]), ...(security.length > 0 ? [401] : [])]
      expect([...seen]).toEqual(expect.arrayContaining(wanted))
    },
  )
})
