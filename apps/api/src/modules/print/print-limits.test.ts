import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config/config.ts'
import { logLines } from '../../../test/log-lines.ts'
import { testEnv } from '../../../test/harness.ts'
import { addRenderer, postcard, startPrintApp } from '../../../test/print.ts'
import { insertProof } from '../../../test/proofs.ts'
import { networkName, namedNetwork } from './caller.ts'

const { app, config, db, orm, folder, own } = await startPrintApp({
  RATE_LIMIT_WRITES_PER_MINUTE: '3',
})
await addRenderer(db)
// Keeps the renderer alive without a heartbeat.
await db.query("update print_renderer set seen_at = now() + interval '1 day'")

let network = 0
/** An unused address. */
const newAddress = () => `198.51.100.${(network += 1)}`

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const template = { Name: 'A', Size: '6x9', Html: '<p>a</p>' }
const save = (key: string, remoteAddress: string) =>
  app.inject({ method: 'POST', url: '/v1/templates', payload: template, headers: bearer(key), remoteAddress })
const proof = (remoteAddress: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/v1/postcards', payload: postcard(), remoteAddress, headers })
const keyFrom = async (remoteAddress: string): Promise<string> =>
  (await app.inject({ method: 'POST', url: '/v1/sandbox-keys', payload: {}, remoteAddress })).json().Key
const statuses = async (times: number, send: () => Promise<{ statusCode: number }>) => {
  const seen: number[] = []
  for (let sent = 0; sent < times; sent += 1) seen.push((await send()).statusCode)
  return seen
}

test('429 for a key that writes too often, from any address', async () => {
  const key = await keyFrom(newAddress())
  expect(await statuses(4, () => save(key, newAddress()))).toEqual([201, 201, 201, 429])
  const refused = await save(key, newAddress())
  expect(refused.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('429 for a network that writes too often, however many keys it has', { tags: ['G14'] }, async () => {
  const keys = [await keyFrom(newAddress()), await keyFrom(newAddress()), await keyFrom(newAddress())]
  for (const [first, last] of [
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:7::1', '2001:db8:0:7:ffff::1'],
  ] as const) {
    for (const key of keys) expect((await save(key, first)).statusCode).toBe(201)
    const another = await keyFrom(newAddress())
    expect((await save(another, last)).statusCode).toBe(429)
    expect((await save(another, newAddress())).statusCode).toBe(201)
    await db.query("delete from rate_limit where key not like '%203.0.113.9%'")
  }
})

/** The name of an address’s network in rows. */
const nameOf = (address: string) => networkName(namedNetwork(address, config.sessionSecrets))

test('429 for a network with too many waiting proofs, but not for another one', { tags: ['G14'] }, async () => {
  const address = newAddress()
  const key = await keyFrom(newAddress())
  for (let waiting = 0; waiting < 3; waiting += 1) await insertProof(db, { caller: nameOf(address) })
  const refused = await proof(address, bearer(key))
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
  expect(refused.json().detail).toContain('Your network has reached the maximum of 3 waiting proofs.')
  expect((await proof(newAddress(), bearer(key))).statusCode).toBe(202)
  await db.query("update print_proof set status = 'ready' where caller = $1", [nameOf(address)])
  expect((await proof(address, bearer(key))).statusCode).toBe(202)
})

describe('a network that stored too much today', { tags: ['G14'] }, () => {
  /** Makes it look as if the network had stored this much. */
  const store = (kind: 'uploads' | 'proofs', address: string, megabytes: number) =>
    db.query(
      `insert into rate_limit values ($1, $2, 1000 * extract(epoch from now() + interval '1 hour'))
       on conflict (key) do update set points = excluded.points`,
      [`print-${kind}:${nameOf(address)}`, 1024 * megabytes],
    )
  const upload = (key: string, remoteAddress: string) =>
    app.inject({
      method: 'POST',
      url: '/v1/assets',
      payload: Buffer.from('not an image'),
      headers: { ...bearer(key), 'content-type': 'application/octet-stream' },
      remoteAddress,
    })

  test('429 for its uploads, until the day is over', async () => {
    const address = newAddress()
    const key = await keyFrom(newAddress())
    await store('uploads', address, 12)
    for (const answer of [await save(key, address), await upload(key, address)]) {
      expect([answer.statusCode, answer.json().code]).toEqual([429, 'rate_limited'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500)
    }
    // Another network is under its limit, so the upload is rejected as not an image.
    expect((await upload(key, newAddress())).statusCode).toBe(400)
  })

  test('429 for its proofs', async () => {
    const address = newAddress()
    await store('proofs', address, 49)
    expect((await proof(address)).statusCode).toBe(429)
    await store('proofs', address, 48)
    expect((await proof(address)).statusCode).toBe(202)
  })
})

test('429 for an address that creates too many keys, whose leads are still stored', async () => {
  const remoteAddress = '192.0.2.3'
  const take = () => app.inject({ method: 'POST', url: '/v1/sandbox-keys', payload: {}, remoteAddress })
  expect(await statuses(4, take)).toEqual([201, 201, 201, 429])
  const lead = { firstName: 'D', lastName: 'E', email: 'd@example.com', leadSource: 'A', source: 'B' }
  const answer = await app.inject({ method: 'POST', url: '/api/leads', payload: lead, remoteAddress })
  expect(answer.statusCode).toBe(201)
})

describe('another instance', async () => {
  const env = { FILES_DIR: folder, RATE_LIMIT_REQUESTS_PER_MINUTE: '2', LOG_LEVEL: 'info' }
  const instance = await buildApp(readConfig({ ...testEnv(config.databaseUrl), ...env }), orm)
  const lines = logLines(instance)
  afterAll(() => instance.close())

  test('429 for a key that sends too many requests, from any address', async () => {
    const ask = () =>
      instance.inject({ url: '/v1/sandbox-keys/current', headers: bearer(own.Key), remoteAddress: newAddress() })
    expect(await statuses(3, ask)).toEqual([200, 200, 429])
  })

  test('the log names the route of a proof but not its id, which gives access to it', async () => {
    const { Id } = (await instance.inject({ method: 'POST', url: '/v1/postcards', payload: postcard() })).json()
    await instance.inject({ url: `/v1/proofs/${Id}`, remoteAddress: newAddress() })
    await instance.inject({ url: `/v1/proofs/${Id}/nothing`, remoteAddress: newAddress() })
    const log = lines.join('\n')
    expect(log).toContain('"path":"/v1/proofs/:id"')
    for (const secret of [Id, 'Cedar', 'Dana']) expect(log).not.toContain(secret)
  })
})

test('our site on another host may send the key, and read the location of the proof', async () => {
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
