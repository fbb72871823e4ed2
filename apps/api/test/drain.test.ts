import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '@app/embedded-postgres'
import { afterAll, expect, test, vi } from 'vitest'
import { leadInput, privateDatabase, testEnv } from './harness.ts'

const database = await privateDatabase()
afterAll(() => database.drop())

test('a server that is told to end says so first, serves who still comes, and ends well', async () => {
  const port = await freePort()
  const server = spawn(process.execPath, [path.join(import.meta.dirname, '../src/server.ts')], {
    env: { ...process.env, ...testEnv(database.url), PORT: String(port), DRAIN_SECONDS: '1' },
    stdio: 'inherit',
  })
  const get = (url: string) => fetch(`http://127.0.0.1:${port}${url}`)
  const readiness = async () => (await get('/readyz')).status
  await vi.waitFor(async () => expect(await readiness()).toBe(200), 30_000)

  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await vi.waitFor(async () => expect(await readiness()).toBe(503), { timeout: 900, interval: 10 })
  expect((await get('/healthz')).status).toBe(200)
  const answer = await fetch(`http://127.0.0.1:${port}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(leadInput()),
  })
  expect(answer.status).toBe(201)
  expect(await ended).toEqual([0, null])
})
