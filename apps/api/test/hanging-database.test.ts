import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { forRequests, openOrm } from '../src/db/orm.ts'
import { entities } from '../src/modules/entities.ts'
import { leadInput, privateDatabase, testEnv } from './harness.ts'

const database = await privateDatabase()
const { hostname, port } = new URL(database.url)

/** Between the app and its database; while it holds, bytes lie where they are, as when a machine hangs. */
const sockets: Socket[] = []
const proxy = createServer((client) => {
  const server = connect(Number(port), hostname)
  client.pipe(server)
  server.pipe(client)
  for (const socket of [client, server]) {
    socket.on('error', () => {})
    sockets.push(socket)
  }
})
proxy.listen(0, '127.0.0.1')
await once(proxy, 'listening')

const url = new URL(database.url)
url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
const config = readConfig(testEnv(url.href))
const orm = await openOrm(config.databaseUrl, { entities, poolMax: 2, timeouts: forRequests })
const app = await buildApp(config, orm)

afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
  await orm.close(true)
  proxy.close()
  await database.drop()
})

test('503 from a database that hangs in the middle, and 201 again once it goes on', { tags: ['R07'] }, async () => {
  const post = () => app.inject({ method: 'POST', url: '/api/leads', payload: leadInput() })
  expect((await post()).statusCode).toBe(201)

  for (const socket of sockets) socket.pause()
  const refused = await Promise.all([post(), app.inject('/api/pricing/products'), app.inject('/readyz')])
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503])
  expect(Number(refused[0].headers['retry-after'])).toBeGreaterThan(0)
  expect((await app.inject('/healthz')).statusCode).toBe(200)

  for (const socket of sockets) socket.resume()
  await expect.poll(async () => (await post()).statusCode, { timeout: 8_000 }).toBe(201)
})
