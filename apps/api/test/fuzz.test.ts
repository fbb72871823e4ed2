import { assert, array, asyncProperty } from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Operation, type OperationId, operationTable } from '@app/contract'
import { exampleOf, faultOf } from './fuzz/answers.ts'
import { requestsTo, type Sent } from './fuzz/inputs.ts'
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
/** Called first, because the sign-ins of the others use its limit up. */
const first: OperationId = 'startPasskeySignIn'
/** Called last, because they take away what the others need: records, the account, the invitation, the session. */
const last: OperationId[] = [
  'deleteNotificationRule',
  'deleteMessageTarget',
  'deleteReplyTemplate',
  'mergeLead',
  'unmergeLead',
  'deleteLeadView',
  'setLeadsSpam',
  'setLeadSpam',
  'setSampleRequestSpam',
  'revokeOwnToken',
  'revokeStaffToken',
  'endStaffSession',
  'endStaffSessions',
  'endOwnSession',
  'endOtherSessions',
  'setStaffEnabled',
  'revokeStaffInvitation',
  'deletePrintTemplate',
  // The person may hold the key.
  'erasePerson',
  'signOut',
  'confirmSignOut',
]
/** Succeed only with a password, a signature, an image or the version of a moment, which the fuzzer cannot guess. */
const secret: OperationId[] = [
  'changeOwnPassword',
  'startAuthenticator',
  'confirmAuthenticator',
  'removeAuthenticator',
  'replaceRecoveryCodes',
  'startPasskey',
  'addPasskey',
  'removePasskey',
  'getProofPdf',
  'getProofPage',
  'uploadPrintAsset',
  'restoreLeads',
  'createOwnToken',
]
const placeOf = (id: OperationId) => (id === first ? -2 : last.indexOf(id))
const inOrder = table.toSorted(([a], [b]) => placeOf(a) - placeOf(b))

const exampleLeads = ['01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11', '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a12']

/** What each caller sends to be known by. */
const credentials: Record<string, Record<string, string>> = { anonymous: {}, stranger: { cookie: 'sid=made-up' } }
const existing: Record<string, string> = {}

/** Migrations run before the API is replaced, so it also serves a schema with additions. */
async function addNextColumns() {
  const { rows } = await db.query("select tablename as name from pg_tables where schemaname = 'public'")
  for (const { name } of rows) await db.query(`alter table ${name} add column next_column text not null default 'x'`)
}

beforeAll(async () => {
  await addNextColumns()
  const owner = await makeStaff('owner')
  credentials['owner'] = { cookie: owner.cookie }
  for (const role of ['editor', 'viewer'] as const) credentials[role] = { cookie: (await makeStaff(role)).cookie }
  // One to work on, and those that the examples of the contract name.
  await insertLead(db)
  for (const id of exampleLeads) await insertLead(db, { id })
  await app.inject({ method: 'POST', url: '/api/print-samples', payload: sampleRequestInput() })
  const headers = credentials['owner'] ?? {}
  const template = { name: 'Spring', type: 'postcard', active: true }
  await app.inject({ method: 'POST', url: '/api/admin/sample-templates', headers, payload: template })
  const product = { name: 'Postcard', category: 'postcard', startingPrice: 0.68, isVisible: true }
  await app.inject({ method: 'POST', url: '/api/admin/pricing/products', headers, payload: product })
  const view = { name: 'Mine', query: 'owner=me', isShared: true }
  await app.inject({ method: 'POST', url: '/api/admin/lead-views', headers, payload: view })
  const file = { fileName: 'fair.csv', duplicates: 'skip', ownerId: null, sendsToCrm: true }
  const rows = [{ firstName: 'Dana', lastName: 'Example', email: 'fair@example.com', source: 'Fair' }]
  await app.inject({ method: 'POST', url: '/api/admin/lead-imports', headers, payload: { ...file, rows } })
  const link = { target: '/', label: 'Spring', campaign: 'Spring', piece: null, isEnded: false }
  await app.inject({ method: 'POST', url: '/api/admin/campaign-links', headers, payload: link })
  const invitation = { email: 'invited@example.com', name: 'Invited', role: 'viewer' }
  await app.inject({ method: 'POST', url: '/api/admin/staff-invitations', headers, payload: invitation })
  await startMessages(headers)
  await startPrinting()
  existing['/staff/'] = await idOf(await makeStaff('viewer'))
  // Of an account of its own: what resets an account ends its sessions and tokens.
  const colleague = await makeStaff('viewer')
  existing['/staff-tokens/'] = await addToken(colleague.email)
  existing['/auth/tokens/'] = await addToken(owner.email)
  await addToken(owner.email)
  existing['/staff-sessions/'] = await sessionOf(await idOf(colleague))
  // Another session of the owner, who must not end the one that asks.
  existing['/auth/sessions/'] = await anotherSession(owner)
  for (const [url, name] of [
    ['/leads/', 'lead'],
    ['/people/', 'lead'],
    ['/lead-views/', 'lead_view'],
    ['/lead-imports/', 'lead_import'],
    ['/campaign-links/', 'campaign_link'],
    ['/messages/', 'message'],
    ['/message-targets/', 'message_target'],
    ['/notification-rules/', 'notification_rule'],
    ['/reply-templates/', 'reply_template'],
    ['/staff-invitations/', 'staff_invitation'],
    ['/print-samples/', 'sample_request'],
    ['/sample-templates/', 'sample_template'],
    ['/products/', 'pricing_product'],
    ['/v1/templates/', 'print_template'],
    ['/v1/proofs/', 'print_proof'],
  ] as const) {
    const { rows } = await db.query(`select id from ${name}`)
    existing[url] = rows[0].id
  }
})

/** Of the account's sessions the one that began last. */
const sessionOf = async (staffId: string): Promise<string> =>
  (await db.query('select id from staff_session where staff_id = $1 order by created_at desc', [staffId])).rows[0].id

async function anotherSession(of: { email: string }): Promise<string> {
  await signIn(app, of.email)
  return sessionOf(await idOf(of))
}

const idOf = async ({ email }: { email: string }): Promise<string> =>
  (await db.query('select id from staff_user where email = $1', [email])).rows[0].id

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

/** A target, which the examples of the contract name, a rule, a template of replies and a message that failed. */
async function startMessages(headers: Record<string, string>) {
  await addExampleTarget(db)
  const rule = { event: 'lead', condition: 'all', channel: 'inbox', isForAll: false }
  await app.inject({ method: 'POST', url: '/api/admin/notification-rules', headers, payload: rule })
  const reply = { name: 'First reply', subject: 'Your postcards', body: 'Thank you for asking.' }
  await app.inject({ method: 'POST', url: '/api/admin/reply-templates', headers, payload: reply })
  await addMessage(db)
}

/** A key with a template, a proof of it, and somebody who prints. */
async function startPrinting() {
  const { Key } = (await app.inject({ method: 'POST', url: '/v1/sandbox-keys', payload: {} })).json()
  const holder = { authorization: `Bearer ${Key}` }
  credentials['holder'] = holder
  credentials['otherHolder'] = { authorization: 'Bearer sandbox_made-up' }
  await printAtOnce(db)
  const template = { Name: 'Spring', Size: '4.25x6', Html: '<p>{{city}}</p>' }
  await app.inject({ method: 'POST', url: '/v1/templates', headers: holder, payload: template })
  await app.inject({ method: 'POST', url: '/v1/postcards', payload: postcard() })
  // A key of its own, because it is revoked.
  existing['/print/keys/'] = (await app.inject({ method: 'POST', url: '/v1/sandbox-keys', payload: {} })).json().Id
}

const idFor = (url: string) => Object.entries(existing).find(([part]) => url.includes(part))?.[1] ?? ''

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
  test.each(inOrder)(
    '%s answers as its contract says',
    { tags: ['A20', 'C12', 'D05', 'E15', 'E16', 'R38'], timeout: 3_600_000 },
    async (id, operation) => {
      const { navigation, bodyMedia, schema, security, url, method, success, alsoLater } = operation
      const media = bodyMedia || 'application/json'
      const callers = callersOf(operation)
      const takesInput = url.includes(':id') || Boolean(schema.querystring) || Boolean(schema.body)
      const requests = requestsTo(schema, media, exampleOf(url, method, media), callers, idFor(url))
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
      const wanted = [...(navigation || secret.includes(id) ? [] : [success]), ...(security.length > 0 ? [401] : [])]
      expect([...seen]).toEqual(expect.arrayContaining(wanted))
    },
  )
})
