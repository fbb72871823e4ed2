import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll } from 'vitest'
import type { OperationId } from '@app/contract'
import { keyHash } from '../../src/modules/keys/key-format.ts'
import { staffTokens } from '../../src/modules/tokens/tokens.service.ts'
import { addCustomer, addMember, signInMember } from '../customers.ts'
import { insertLead, sampleRequestInput, signIn, startApp } from '../harness.ts'
import { addExampleTarget, addMessage } from '../message-rows.ts'
import { postcard, printAtOnce } from '../print.ts'
import { runInput } from '../production.ts'
import { exampleOf } from './answers.ts'

// No worker runs, so nothing connects to the email server.
const { app, db, config, makeStaff } = await startApp({
  RATE_LIMIT_SIGN_INS_PER_MINUTE: '20',
  // As many as the requests in flight: on a busy machine, a request that waits for a connection may get a 503.
  DATABASE_POOL_MAX: '20',
  SMTP_URL: 'smtp://127.0.0.1:1',
})
export { app }

/** The leads in the examples of the contract. */
const exampleLeads = ['01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11', '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a12']

/** The credentials of each caller. */
export const credentials: Record<string, Record<string, string>> = {
  anonymous: {},
  stranger: { cookie: 'sid=made-up' },
  otherHolder: { authorization: 'Bearer sandbox_made-up' },
}

/** Migrations run before the API is replaced, so it must also serve a schema with additions. */
async function addNextColumns() {
  const { rows } = await db.query("select tablename as name from pg_tables where schemaname = 'public'")
  for (const { name } of rows) await db.query(`alter table ${name} add column next_column text not null default 'x'`)
}

beforeAll(async () => {
  await addNextColumns()
  await addExampleTarget(db)
  await printAtOnce(db)
  const { rows } = await db.query(`select to_char(now() at time zone $1, 'YYYY-MM') as month`, [
    config.businessTimeZone,
  ])
  inPath['month'] = rows[0].month
})

/** Any operation may have deleted what the next one needs: sessions, keys, the leads of the examples. */
export async function restoreCallers() {
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
  // The member whom the examples of the contract invite.
  await db.query(`delete from customer_member where email = 'dana@example.com'`)
  customer = await addCustomer(app, db)
  credentials['member'] = { cookie: customer.cookie }
  credentials['liveKey'] = { authorization: `Bearer ${customer.live.key}` }
  await db.query('delete from lead where id = any($1)', [exampleLeads])
  for (const id of exampleLeads) await insertLead(db, { id })
}

/** A customer with a member and a live key, new for each operation. */
let customer: Awaited<ReturnType<typeof addCustomer>>

/** The response to a caller. Sends a POST if there is a body, even an empty one. */
const call = async (caller: string, url: string, payload?: object) =>
  (
    await app.inject({
      method: payload ? 'POST' : 'GET',
      url,
      headers: credentials[caller] ?? {},
      ...(payload && { payload }),
    })
  ).json()

/** Sends a live piece for the customer. */
const sendPiece = (): Promise<{ Id: string; TrackingUrl: string }> =>
  call('liveKey', '/v1/postcards', postcard({ DryRun: false }))

/** Adds pieces older than those of the contract's examples, for a run to include. */
async function addPiecesToPrint() {
  for (let piece = 0; piece < 13; piece += 1) await sendPiece()
  await db.query(`update piece set status = 'ready', created_at = '2026-01-01', cancelable_until = now()
                   where status = 'checking'`)
}

/** Path parameters other than the id of a record. */
export const inPath: Record<string, string> = { page: '1', month: '', token: '' }

const newSandboxKey = (): Promise<{ Id: string; Key: string }> => call('anonymous', '/v1/sandbox-keys', {})

const newLead = async (): Promise<string> => {
  const id = randomUUID()
  await insertLead(db, { id })
  return id
}

/** The latest session of a staff account or a member. */
const sessionOf = async (id: string): Promise<string> =>
  (await db.query('select id from staff_session where $1 in (staff_id, member_id) order by created_at desc', [id]))
    .rows[0].id

const owner = (): Promise<{ id: string; email: string }> => call('owner', '/api/auth/user')

/** Adds a token to an account. Programs send the latest one. */
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

const newAccountKey = async (): Promise<string> =>
  (await call('member', '/api/account/keys', { mode: 'live', name: 'Test', scopes: ['proofs'] })).key.id
const newWebhook = async (): Promise<string> =>
  (await call('member', '/v1/webhooks', { Url: 'https://hooks.example.com/', Types: null })).Webhook.Id

/** Creates a record for each collection without an operation to create one. */
const makers: Record<string, () => Promise<string>> = {
  '/api/admin/leads': newLead,
  '/api/admin/people': newLead,
  '/api/admin/print-samples': async () => (await call('anonymous', '/api/print-samples', sampleRequestInput())).id,
  '/api/admin/changes': async () => {
    const [url, headers] = [`/api/admin/leads/${await newLead()}`, credentials['owner'] ?? {}]
    const changed = await app.inject({ method: 'PATCH', url, headers, payload: { stage: 'won' } })
    return String(changed.headers['change-group'])
  },
  '/api/admin/messages': async () => {
    await addMessage(db)
    return (await db.query('select id from message order by created_at desc')).rows[0].id
  },
  '/api/admin/staff': async () => (await makeStaff('viewer')).id,
  '/api/admin/staff-sessions': async () => sessionOf((await makeStaff('viewer')).id),
  '/api/admin/staff-tokens': async () => addToken((await makeStaff('owner')).email),
  // Only an authenticator can add a passkey, and only a renderer can add a file.
  '/api/auth/passkeys': async () => randomUUID(),
  '/api/account/passkeys': async () => randomUUID(),
  '/api/admin/print-run-files': async () => randomUUID(),
  '/api/auth/tokens': async () => addToken((await owner()).email),
  '/api/auth/sessions': async () => {
    const { id, email } = await owner()
    await signIn(app, email)
    return sessionOf(id)
  },
  '/api/admin/print/keys': async () => (await newSandboxKey()).Id,
  '/api/admin/accounts': async () => (await sendPiece()) && customer.id,
  '/api/admin/account-members': async () => (await addMember(db, customer.id)).id,
  '/api/admin/account-keys': newAccountKey,
  '/api/admin/pieces': async () => (await sendPiece()).Id,
  '/api/admin/print-runs': async () =>
    addPiecesToPrint().then(async () => (await call('owner', '/api/admin/print-runs', runInput())).id),
  '/api/account/members': async () => (await addMember(db, customer.id)).id,
  '/api/account/keys': newAccountKey,
  '/api/account/sessions': () => signInMember(app, db, customer.member.id).then(() => sessionOf(customer.member.id)),
  '/v1/pieces': async () => (await sendPiece()).Id,
  '/v1/webhooks': newWebhook,
  '/v1/webhook-deliveries': async () => (await call('member', `/v1/webhooks/${await newWebhook()}/test`, {})).Id,
  // A separate key: the fuzzer may have reached the limit of another one.
  '/v1/templates': async () => {
    credentials['holder'] = { authorization: `Bearer ${(await newSandboxKey()).Key}` }
    return (await call('holder', '/v1/templates', exampleOf('/v1/templates', 'POST', 'application/json'))).Id
  },
  '/v1/assets': async () => {
    const image = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    const payload = await image.png().toBuffer()
    const headers = { ...credentials['holder'], 'content-type': 'image/png' }
    return (await app.inject({ method: 'POST', url: '/v1/assets', headers, payload })).json().Id
  },
  '/v1/proofs': async () => (await call('anonymous', '/v1/postcards', postcard())).Id,
}

/** A record for the id in this URL. Kinds other than those above are created from the example of the contract. */
export async function recordFor(url: string): Promise<string> {
  const [collection = '', rest] = url.split('/:id')
  if (rest === undefined) return ''
  const maker = makers[collection]
  if (maker) return maker()
  const headers = credentials['owner'] ?? {}
  const example = exampleOf(collection, 'POST', 'application/json')
  const payload = { ...example, ...('email' in example && { email: `${randomUUID()}@example.com` }) }
  const made = await app.inject({ method: 'POST', url: collection, headers, payload })
  if (made.statusCode === 201 && made.json().id) return made.json().id
  // The response has no id, or the fuzzer has reached the limit.
  const there: { id: string; isOwn?: boolean }[] = (await app.inject({ url: collection, headers })).json()
  // A caller cannot change what another person saved.
  const first = there.find(({ isOwn }) => isOwn !== false)
  if (!first) throw new Error(`POST ${collection} answered ${made.statusCode}: ${made.body}`)
  return first.id
}

/** Additional setup that an operation needs for its record. */
export const prepared: Partial<Record<OperationId, (id: string) => Promise<unknown>>> = {
  unmergeLead: (id) => db.query('update lead set merged_into = $2 where id = $1', [exampleLeads[0], id]),
  createAccount: () => db.query(`update lead set stage = 'won' where id = $1`, [exampleLeads[0]]),
  createPrintRun: addPiecesToPrint,
  printPrintRun: (id) => db.query(`update print_run set status = 'ready' where id = $1`, [id]),
  mailPrintRun: (id) =>
    db.query(`update print_run set status = 'printed', created_at = '2026-01-01' where id = $1`, [id]),
  updatePrintRun: (id) =>
    db.query(`update print_run set status = 'mailed', printed_at = now(), mailed_on = now() where id = $1`, [id]),
  exportStatement: sendPiece,
  getStatementPdf: sendPiece,
  async getTrackedPiece() {
    inPath['token'] = (await sendPiece()).TrackingUrl.split('=').at(-1) ?? ''
  },
}
