import { expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config/config.ts'
import { logLines } from '../../../test/log-lines.ts'
import { testEnv } from '../../../test/harness.ts'
import { addRenderer, postcard, startPrintApp } from '../../../test/print.ts'

const { app, config, db, orm, folder, newKey, own, withKey } = await startPrintApp({
  RATE_LIMIT_WRITES_PER_MINUTE: '3',
})
await addRenderer(db)

const save = (key: string) =>
  withKey({ method: 'POST', url: '/v1/templates', payload: { Name: 'A', Size: '6x9', Html: '<p>a</p>' } }, key)
const proof = (remoteAddress: string) =>
  app.inject({ method: 'POST', url: '/v1/postcards', payload: postcard(), remoteAddress })
const statuses = async (times: number, send: () => Promise<{ statusCode: number }>) => {
  const seen: number[] = []
  for (let sent = 0; sent < times; sent += 1) seen.push((await send()).statusCode)
  return seen
}

test('429 for a key that wrote too often, and not for another key of the same address', async () => {
  const [one, other] = [await newKey(), await newKey()]
  expect(await statuses(4, () => save(one.Key))).toEqual([201, 201, 201, 429])
  const refused = await save(one.Key)
  expect(refused.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await save(other.Key)).statusCode).toBe(201)
})

test('429 for an address without a key, whose leads are still stored', async () => {
  expect(await statuses(4, () => proof('192.0.2.1'))).toEqual([202, 202, 202, 429])
  expect((await proof('192.0.2.2')).statusCode).toBe(202)
  const lead = { firstName: 'D', lastName: 'E', email: 'd@example.com', leadSource: 'A', source: 'B' }
  const answer = await app.inject({ method: 'POST', url: '/api/leads', payload: lead, remoteAddress: '192.0.2.1' })
  expect(answer.statusCode).toBe(201)
})

test('429 for an address that takes too many keys, whose leads are still stored', async () => {
  const remoteAddress = '192.0.2.3'
  const take = () => app.inject({ method: 'POST', url: '/v1/sandbox-keys', payload: {}, remoteAddress })
  expect(await statuses(4, take)).toEqual([201, 201, 201, 429])
  const lead = { firstName: 'D', lastName: 'E', email: 'd@example.com', leadSource: 'A', source: 'B' }
  const answer = await app.inject({ method: 'POST', url: '/api/leads', payload: lead, remoteAddress })
  expect(answer.statusCode).toBe(201)
})

test('429 for a key that asks too often, from whatever address', async () => {
  const env = { ...testEnv(config.databaseUrl), FILES_DIR: folder, RATE_LIMIT_REQUESTS_PER_MINUTE: '2' }
  const instance = await buildApp(readConfig(env), orm)
  const ask = (last: number) =>
    instance.inject({
      url: '/v1/sandbox-keys/current',
      headers: { authorization: `Bearer ${own.Key}` },
      remoteAddress: `192.0.2.${last}`,
    })
  let address = 10
  expect(await statuses(3, () => ask((address += 1)))).toEqual([200, 200, 429])
  await instance.close()
})

test('the log names the route of a proof and not its id, which opens it', async () => {
  const instance = await buildApp(
    readConfig({ ...testEnv(config.databaseUrl), FILES_DIR: folder, LOG_LEVEL: 'info' }),
    orm,
  )
  const lines = logLines(instance)
  const { Id } = (await instance.inject({ method: 'POST', url: '/v1/postcards', payload: postcard() })).json()
  await instance.inject(`/v1/proofs/${Id}`)
  await instance.inject(`/v1/proofs/${Id}/nothing`)
  const log = lines.join('\n')
  expect(log).toContain('"path":"/v1/proofs/:id"')
  for (const secret of [Id, 'Cedar', 'Dana']) expect(log).not.toContain(secret)
  await instance.close()
})

test('a page of ours on another host may send the key, and read where the proof is', async () => {
  const headers = { origin: config.siteOrigin }
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/v1/postcards',
    headers: {
      ...headers,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })
  expect(preflight.headers['access-control-allow-origin']).toBe(config.siteOrigin)
  expect(preflight.headers['access-control-allow-headers']).toContain('authorization')
  const answer = await app.inject({ url: '/v1/sandbox-keys/current', headers })
  expect(answer.headers['access-control-allow-origin']).toBe(config.siteOrigin)
  for (const name of ['Location', 'Retry-After', 'RateLimit-Remaining']) {
    expect(answer.headers['access-control-expose-headers']).toContain(name)
  }
})
