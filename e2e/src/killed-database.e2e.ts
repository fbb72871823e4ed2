import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@app/embedded-postgres'
import { spawnNode, startScript } from 'tools/product'
import { expect, test } from './test.ts'

test('npm start restarts its database after it was killed', { tag: '@R52' }, async () => {
  // Slow, because it creates a database in parallel with the other tests.
  test.slow()
  const folder = mkdtempSync(path.join(tmpdir(), 'killed-database-'))
  const port = await freePort()
  const dataDir = path.join(folder, 'postgres')
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '' }
  const start = spawnNode(startScript, env, ['ignore', 'pipe', 'pipe'])
  const ended = once(start, 'exit')
  let said = ''
  for (const stream of [start.stdout, start.stderr]) stream?.on('data', (part) => (said += String(part)))
  const readiness = async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => undefined))?.status
  try {
    await expect.poll(readiness, { timeout: 120_000 }).toBe(200)
    const postmaster = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]
    process.kill(Number(postmaster), 'SIGKILL')
    await expect.poll(() => said).toContain('PostgreSQL is running again')
    await expect.poll(readiness).toBe(200)
    expect(said).toContain('PostgreSQL ended (killed); starting it again in 0.1 s')
  } finally {
    start.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  expect(said).toContain('Stopped')
})
