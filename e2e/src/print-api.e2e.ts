import type { APIResponse } from '@playwright/test'
import { expect, test } from './test.ts'

/** The parts of answers that are read here. */
interface Created {
  Id: string
  Key: string
  Version: number
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

test('a key holder saves, changes and deletes a template, uploads and deletes an image, and leaves an email', async ({
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
