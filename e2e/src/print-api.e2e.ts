import type { APIResponse } from '@playwright/test'
import { openAccount } from './open-account.ts'
import { expect, test } from './test.ts'

/** The parts of the responses that are used here. */
interface Created {
  Id: string
  Key: string
  Version: number
}

interface Called {
  Id?: string
  Webhook?: { Id: string }
  key?: { id: string }
  member?: { id: string }
}

const bodyOf = async (answer: APIResponse, status: number): Promise<Created> => {
  expect(answer.status()).toBe(status)
  return (await answer.json()) as Created
}

/** The smallest image: one gray pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

test('a key holder saves, changes, and deletes a template, uploads and deletes an image, and leaves an email', async ({
  request,
}) => {
  const { Key } = await bodyOf(await request.post('/v1/sandbox-keys', { data: {} }), 201)
  const headers = { authorization: `Bearer ${Key}` }
  expect((await request.get('/v1/sandbox-keys/current', { headers })).status()).toBe(200)

  const template = { Name: 'Spring sale front', Size: '4.25x6', Html: '<h1>{{first_name}}</h1>' }
  const { Id } = await bodyOf(await request.post('/v1/templates', { headers, data: template }), 201)
  const changed = { headers, data: { Html: '<h1>Hello {{first_name}}</h1>' } }
  expect((await bodyOf(await request.post(`/v1/templates/${Id}/versions`, changed), 201)).Version).toBe(2)
  expect((await request.get('/v1/templates', { headers })).status()).toBe(200)
  expect((await request.get(`/v1/templates/${Id}`, { headers })).status()).toBe(200)
  expect((await request.delete(`/v1/templates/${Id}`, { headers })).status()).toBe(204)

  const image = { headers: { ...headers, 'content-type': 'application/octet-stream' }, data: pixel }
  const asset = await bodyOf(await request.post('/v1/assets', image), 201)
  expect((await request.get('/v1/assets', { headers })).status()).toBe(200)
  expect((await bodyOf(await request.get(`/v1/assets/${asset.Id}`, { headers }), 200)).Id).toBe(asset.Id)
  expect((await request.delete(`/v1/assets/${asset.Id}`, { headers })).status()).toBe(204)
  expect((await request.get(`/v1/assets/${asset.Id}`, { headers })).status()).toBe(404)

  const contact = { FirstName: 'Dana', LastName: 'Example', Email: 'dana@example.com' }
  expect((await request.post('/v1/sandbox-keys/current/contact', { headers, data: contact })).status()).toBe(204)
})

test('a member manages keys, webhooks, members, and sessions with every operation of the contract', async ({
  staffPage: page,
  baseURL,
}) => {
  await openAccount(page, String(baseURL))
  const headers = { origin: String(baseURL) }
  const call = async (method: string, path: string, data?: object): Promise<Called> => {
    const answer = await page.request.fetch(path, { method, headers, ...(data && { data }) })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return answer.status() === 204 ? {} : ((await answer.json()) as Called)
  }
  const key = await call('POST', '/api/account/keys', { mode: 'test', name: 'Orders', scopes: ['proofs', 'pieces'] })
  const rotated = await call('POST', `/api/account/keys/${key.key?.id}/rotate`, { overlapHours: 0 })
  await call('PATCH', `/api/account/keys/${rotated.key?.id}`, { scopes: ['pieces'] })
  await call('POST', `/api/account/keys/${rotated.key?.id}/revoke`)
  await call('POST', '/v1/quotes', { Pieces: [{ Size: '6x9', PostalClass: 'FirstClass', Quantity: 5_000 }] })
  await call('GET', '/v1/events')

  const { Webhook } = await call('POST', '/v1/webhooks', { Url: 'https://hooks.example.com/pieces', Types: null })
  const webhook = `/v1/webhooks/${Webhook?.Id}`
  await call('GET', webhook)
  await call('GET', '/v1/webhooks')
  await call('PATCH', webhook, { Types: ['piece.delivered'] })
  await call('POST', `${webhook}/rotate-secret`)
  const delivery = await call('POST', `${webhook}/test`)
  await call('GET', `${webhook}/deliveries`)
  await call('POST', `/v1/webhook-deliveries/${delivery.Id}/resend`)
  await call('POST', `${webhook}/replay`, { From: '2026-01-01T00:00:00Z', To: '2026-01-02T00:00:00Z' })
  await call('DELETE', webhook)

  const lee = await call('POST', '/api/account/members', { name: 'Lee Example', email: 'lee@example.com' })
  await call('GET', '/api/account/members')
  await call('DELETE', `/api/account/members/${lee.member?.id}`)
  const sessions = (await (await page.request.get('/api/account/sessions')).json()) as { id: string }[]
  await call('DELETE', '/api/account/sessions')
  const own = await page.request.delete(`/api/account/sessions/${sessions[0]?.id}`, { headers })
  expect([own.status(), await own.json()]).toMatchObject([409, { code: 'own_session' }])
  const link = await page.request.post('/api/account/sign-in-links', { headers, data: { email: 'dana@example.com' } })
  // No email can be sent.
  expect(link.status()).toBe(409)
})
