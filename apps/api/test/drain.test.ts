import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '@app/embedded-postgres'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { closeOrm, openOrm } from '../src/db/orm.ts'
import { entities } from '../src/entities/entities.ts'
import { leadInput, privateDatabase, testEnv } from './harness.ts'

const database = await privateDatabase()
afterAll(() => database.close())

test('on SIGTERM readiness fails first, late requests are served, the exit is clean', { tags: ['R03'] }, async () => {
  const port = await freePort()
  const server = spawn(process.execPath, [path.join(import.meta.dirname, '../src/server.ts')], {
    env: { ...process.env, ...testEnv(database.url), PORT: String(port), DRAIN_SECONDS: '3' },
    stdio: 'inherit',
  })
  // It would keep the output of this run open forever.
  onTestFinished(() => void server.kill('SIGKILL'))
  const get = (url: string) => fetch(`http://127.0.0.1:${port}${url}`)
  const readiness = async () => (await get('/readyz')).status
  await vi.waitFor(async () => expect(await readiness()).toBe(200), 60_000)

  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await vi.waitFor(async () => expect(await readiness()).toBe(503), { timeout: 2_900, interval: 10 })
  expect((await get('/healthz')).status).toBe(200)
  const answer = await fetch(`http://127.0.0.1:${port}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(leadInput()),
  })
  expect(answer.status).toBe(201)
  // Nothing more arrives on its connection; an open connection would keep the process from ending.
  expect(answer.headers.get('connection')).toBe('close')
  expect(await ended).toEqual([0, null])
})

test('a client connected before the shutdown is still served', async () => {
  const config = readConfig(testEnv(database.url))
  const orm = await openOrm(config.databaseUrl, { entities, poolMax: config.poolMax })
  const app = await buildApp(config, orm)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const connected = once(app.server, 'connection')
  const socket = connect(port, '127.0.0.1')
  await connected
  const closed = app.close()
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
  await closed
  await closeOrm(orm)
})
