import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { expect, vi } from 'vitest'
import { startMessages } from '../src/modules/messages/start-messages.ts'
import { leadInput, sampleRequestInput } from './harness.ts'
import { openWorker } from './jobs.ts'
import { postcard, printAtOnce, type startPrintApp } from './print.ts'

// Puts one person into every record that can contain them, through every feature.

export const email = 'zenobia.quill@example.com'
export const [firstName, lastName] = ['Zenobia', 'Quillfeather']
export const name = `${firstName} ${lastName}`
const phone = '+1 (918) 555-0147'
const street = '77 Larkspur Hollow Rd'
/** The person's data as staff write it. */
const everything = `${name}, ${email}, 918.555.0147, ${street}`
export const traces = /zenobia|quill|555\D{0,3}0147|larkspur/i

/** How staff and visitors call an instance. */
export function callsOf(app: FastifyInstance, cookie: string) {
  const staff = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object, headers = {}) =>
    app.inject({ method, url: `/api/admin/${url}`, headers: { cookie, ...headers }, ...(payload && { payload }) })
  const post = async (url: string, payload: object, headers = {}) => {
    const answer = await app.inject({ method: 'POST', url, payload, headers })
    if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
    return answer.body ? answer.json() : undefined
  }
  const asStaff = (url: string, payload: object) => post(`/api/admin/${url}`, payload, { cookie })
  return { app, staff, post, asStaff }
}

type Calls = ReturnType<typeof callsOf>
type Started = Awaited<ReturnType<typeof startPrintApp>>

const touch = { at: '2026-11-20T15:04:05.123Z', page: '/postcards', campaign: email, term: name }

/** Leads, requests, and what staff do with them. Returns the ids of the person's lead and of one that took it over. */
export async function leadsAndRequests({ staff, post, asStaff }: Calls, { db }: Started) {
  const lead = await post(
    '/api/leads',
    leadInput({
      firstName,
      lastName,
      email,
      phone,
      company: name,
      message: everything,
      touches: { first: touch, last: touch },
    }),
  )
  // A lead that is counted for its campaign.
  await post('/api/leads', leadInput({ firstName, lastName, email, touches: { first: touch, last: touch } }))
  const survivor = await post(
    '/api/leads',
    leadInput({ firstName: 'Quentin', lastName: 'Other', email: 'q@example.com' }),
  )
  const other = await post('/api/leads', leadInput({ email: 'r@example.com', message: `I work with ${email}` }))
  await post('/api/leads', leadInput({ firstName, lastName, email, website: everything }))
  const sample = await post(
    '/api/print-samples',
    sampleRequestInput({
      firstName,
      lastName,
      email: email.toUpperCase(),
      phone,
      addressLine1: street,
      notes: everything,
    }),
  )
  await asStaff('lead-imports', {
    fileName: `${name}.csv`,
    duplicates: 'import',
    ownerId: null,
    sendsToCrm: true,
    rows: [
      { firstName, lastName, email, phone, source: 'Fair' },
      { firstName: 'Somebody', lastName: 'Else', email: 's@example.com', source: 'Fair' },
    ],
  })
  await staff('PATCH', `leads/${lead.id}`, { nextStep: `Call ${everything}`, stage: 'contacted' })
  await asStaff(`leads/${lead.id}/notes`, { text: everything })
  await asStaff(`leads/${lead.id}/replies`, { subject: `Hello ${name}`, body: everything })
  await asStaff(`leads/${lead.id}/merge`, { into: survivor.id })
  await staff('PATCH', `leads/${survivor.id}`, { nextStep: `Write to ${everything}` })
  await asStaff(`leads/${survivor.id}/notes`, { text: `${name} moved: ${everything}` })
  await asStaff(`leads/${survivor.id}/replies`, { subject: `About ${name}`, body: everything })
  // Without more data, this name could refer to another person.
  await asStaff(`leads/${other.id}/notes`, { text: `Knows\n${email}, (918) 555 0147, ${street.toUpperCase()}` })
  await staff('PATCH', `print-samples/${sample.id}`, { processed: true, trackingNumber: '9400111899223456789012' })
  await db.query(
    `update lead set crm_error = $1::text, crm_failures = jsonb_build_array(jsonb_build_object('at', '2026-11-20T15:04:05.123Z', 'reason', $1::text))
                   where lower(email) = $2`,
    [everything, email],
  )
  return { lead: String(lead.id), survivor: String(survivor.id) }
}

/** Creates records that staff name after a person, and views the person's records. */
export async function whatStaffKeep({ app, staff, asStaff }: Calls, lead: string) {
  await asStaff('lead-views', {
    name: `Leads of ${name}`,
    query: `q=${encodeURIComponent(email)}`,
    isShared: true,
  })
  await asStaff('lead-views', { name: email, query: `q=%22${firstName}+${lastName}%22`, isShared: false })
  const link = await asStaff('campaign-links', {
    target: `https://shop.example/?to=%22${email.replace('@', '%40')}%22`,
    label: everything,
    campaign: name,
    piece: `Card of ${name}`,
    isEnded: false,
  })
  await app.inject({ url: `/q/${link.code}`, headers: { 'user-agent': 'Mozilla/5.0 (X11)' } })
  await asStaff('reply-templates', { name: email, subject: everything, body: everything })
  await asStaff('staff-invitations', { email, name: firstName, role: 'viewer' })
  for (const url of [
    `leads/${lead}`,
    `leads?q=${email}`,
    `leads/export?q=${email}`,
    `people/${lead}`,
    `people/${lead}/export`,
  ]) {
    const answer = await staff('GET', url)
    expect(answer.statusCode).toBe(200)
  }
}

/** A key of the person, and proofs of others that name them. */
export async function print({ app, post }: Calls, { db, newKey }: Started) {
  await printAtOnce(db)
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const [own, other] = [await newKey(), await newKey()]
  const template = { Name: name, Size: '4.25x6', Html: `<p>${everything}</p>` }
  await post(
    '/v1/sandbox-keys/current/contact',
    { FirstName: firstName, LastName: lastName, Email: email },
    { ...bearer(own.Key), 'idempotency-key': randomUUID() },
  )
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const headers = { ...bearer(own.Key), 'content-type': 'application/octet-stream' }
  await app.inject({ method: 'POST', url: '/v1/assets', payload: image, headers })
  for (const { Key } of [own, other])
    await post('/v1/templates', Key === own.Key ? template : { ...template, Name: email, Html: `<p>${email}</p>` }, {
      ...bearer(Key),
      'idempotency-key': randomUUID(),
    })
  const { To, VariablePayload } = postcard() as { To?: object; VariablePayload?: object }
  const to = { ...To, Name: name }
  await post('/v1/postcards', postcard({ To: to, Description: everything }), bearer(own.Key))
  await post('/v1/postcards', postcard({ To: { ...to, City: 'New York', State: 'NY', Zip: '10001' } }))
  await post(
    '/v1/postcards',
    postcard({ VariablePayload: { ...VariablePayload, first_name: email } }),
    bearer(other.Key),
  )
  await post('/v1/postcards', postcard({ VariablePayload: { ...VariablePayload, city: name } }), bearer(other.Key))
}

/** Processes the events and queues their messages, which no server accepts. */
export async function messages({ asStaff }: Calls, { db, config }: Started) {
  const target = await asStaff('message-targets', {
    name: 'Hook',
    kind: 'webhook',
    url: 'https://hooks.example.com/',
    isActive: true,
  })
  for (const event of ['lead', 'sample_request']) {
    for (const channel of ['mail', 'inbox'] as const)
      await asStaff('notification-rules', { event, condition: 'all', channel, isForAll: true })
    await asStaff('notification-rules', {
      event,
      condition: 'all',
      channel: 'target',
      targetId: target.id,
      isForAll: true,
    })
  }
  await db.query('update lead_routing_setting set confirms_visitors = true')
  return async () => {
    const { em, jobs, stop } = await openWorker(config.databaseUrl)
    startMessages(
      em,
      jobs,
      { ...config, webhookRanges: [] },
      { log: { info: () => {}, warn: () => {} }, timeoutMs: 50 },
    )
    await vi.waitFor(async () => {
      const { rows } = await db.query(
        "select count(*)::int from message where channel = 'webhook' union all select count(*)::int from jobs.job",
      )
      for (const { count } of rows) expect(count).toBeGreaterThan(1)
    }, 60_000)
    await stop()
  }
}
