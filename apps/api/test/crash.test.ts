import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '@app/embedded-postgres'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { leadInput, privateDatabase, testEnv } from './harness.ts'

const database = await privateDatabase()
const running: ChildProcess[] = []
afterAll(async () => {
  for (const process of running) process.kill('SIGKILL')
  await database.close()
})

/** The real program, which crashes on SIGUSR2 (an exception) and SIGCONT (a rejection). */
function start(program: 'server' | 'worker', env: NodeJS.ProcessEnv = {}) {
  const file = (name: string) => path.join(import.meta.dirname, name)
  const child = spawn(process.execPath, ['--import', file('crash-on-signal.ts'), file(`../src/${program}.ts`)], {
    env: { ...process.env, ...testEnv(database.url), PIPEDRIVE_API_TOKEN: 'token', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let log = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (log += part))
  return { child, ended: once(child, 'exit'), stderr: text(child.stderr), log: () => log }
}

const fatal = 60
const crashesIn = (log: string) =>
  log.split('\n').filter((line) => line.startsWith('{') && (JSON.parse(line) as { level: number }).level === fatal)

describe('an uncaught error', () => {
  test(
    'is logged in one masked line; the API finishes its requests, and exits with a failure',
    { tags: ['R44'] },
    async () => {
      const port = await freePort()
      const { child, ended, stderr, log } = start('server', { PORT: String(port) })
      const get = (url: string) => fetch(`http://127.0.0.1:${port}${url}`)
      await vi.waitFor(async () => expect((await get('/readyz')).status).toBe(200), 60_000)

      await database.db.query('begin; lock table lead in exclusive mode')
      const answer = fetch(`http://127.0.0.1:${port}/api/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(leadInput()),
      })
      // Tables in databases with the same template have the same OIDs.
      const waiting = `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
                        where relation = 'lead'::regclass and not granted and datname = current_database()`
      await vi.waitFor(async () => expect((await database.db.query(waiting)).rowCount).toBe(1), 30_000)
      child.kill('SIGUSR2')
      await vi.waitFor(() => expect(crashesIn(log())).toHaveLength(1), 30_000)
      await database.db.query('commit')
      // 503 if this machine is so busy that the statement timed out.
      expect([201, 503]).toContain((await answer).status)
      child.kill('SIGUSR2')

      expect(await ended).toEqual([1, null])
      expect(crashesIn(log())).toEqual([expect.stringContaining('"event":"uncaught_exception"')])
      expect(`${log()}${await stderr}`).not.toContain('dana@example.com')
    },
  )

  test('ends the worker the same way', { tags: ['R44'] }, async () => {
    const { child, ended, stderr, log } = start('worker')
    await vi.waitFor(() => expect(log()).toContain('"event":"started"'), 60_000)
    child.kill('SIGCONT')
    expect(await ended).toEqual([1, null])
    expect(crashesIn(log())).toEqual([expect.stringContaining('"event":"unhandled_rejection"')])
    expect(`${log()}${await stderr}`).not.toContain('dana@example.com')
  })
})

test.each(['server', 'worker'] as const)(
  'a %s whose event loop is blocked is killed, and logs the reason',
  { tags: ['R63'] },
  async (program) => {
    const { child, ended, log } = start(program, { PORT: String(await freePort()) })
    const isUp = program === 'server' ? 'Server listening' : '"event":"started"'
    await vi.waitFor(() => expect(log()).toContain(isUp), 60_000)
    child.kill('SIGWINCH')
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(crashesIn(log())).toEqual([expect.stringContaining('"event":"event_loop_blocked"')])
  },
)

test('a METRICS_PORT that is in use ends the process with one line', { tags: ['R45'] }, async () => {
  const port = await freePort()
  const holder = createServer().listen(port, '127.0.0.1')
  await once(holder, 'listening')
  const { ended, stderr } = start('server', { PORT: String(await freePort()), METRICS_PORT: String(port) })
  expect(await ended).toEqual([1, null])
  expect(await stderr).toBe(`METRICS_PORT ${port} is in use by another program; set METRICS_PORT to choose another\n`)
  holder.close()
})
