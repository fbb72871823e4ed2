import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, findPostgres, startPostgres } from './index.ts'
import { claim, release, setAside } from './owner.ts'
import { isAlive } from './process-state.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'embedded-postgres-'))
const started: EmbeddedPostgres[] = []

afterAll(async () => {
  for (const server of started) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(name: string, throwaway = false): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir: path.join(folder, name), throwaway })
  started.push(server)
  return server
}

/** A server owned by another process. */
async function running(name: string): Promise<Reachable> {
  const url = await findPostgres(path.join(folder, name))
  if (!url) throw new Error(`${name} does not run`)
  return { url }
}

type Reachable = Pick<EmbeddedPostgres, 'url'>

async function query(server: Reachable, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url() })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

/** A process that starts a server and owns it. */
async function startOwner(name: string, throwaway = '') {
  const script = path.join(import.meta.dirname, '../test/owner.ts')
  const owner = spawn(process.execPath, [script, path.join(folder, name), throwaway], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(owner.stdout, 'data')
  // test/owner.ts prints this.
  const server = JSON.parse(String(line)) as { pid: number; port: number; dataDir: string }
  return {
    server,
    async kill() {
      owner.kill('SIGKILL')
      await once(owner, 'exit')
    },
  }
}

test('a durable server keeps its rows through a restart, the end of its owner, and a crash', async () => {
  const first = await start('kept')
  await query(first, 'create table kept as select 7 as id')
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)

  const owner = await startOwner('kept')
  await owner.kill()
  expect(isAlive(owner.server.pid)).toBe(true)
  const second = await start('kept')
  expect(second).toMatchObject({ takenOver: true, pid: owner.server.pid, port: owner.server.port })
  expect(await query(second, 'select id from kept')).toEqual([{ id: 7 }])
  // The defaults of PostgreSQL.
  expect(
    await query(
      second,
      `select current_setting('fsync') f, current_setting('synchronous_commit') s, current_setting('listen_addresses') a`,
    ),
  ).toEqual([{ f: 'on', s: 'on', a: '127.0.0.1' }])
  await second.stop()
  expect(isAlive(second.pid)).toBe(false)

  const crashed = await startOwner('kept')
  await query(await running('kept'), 'insert into kept values (9)')
  process.kill(crashed.server.pid, 'SIGKILL')
  await crashed.kill()
  const third = await start('kept')
  expect(third.takenOver).toBe(false)
  expect(await query(third, 'select id from kept')).toEqual([{ id: 7 }, { id: 9 }])
})

describe('a throwaway server', () => {
  const withPassword = (server: EmbeddedPostgres, password: string) => {
    const url = new URL(server.url())
    url.password = password
    return { url: () => url.href }
  }

  test(
    'belongs to the first of two starts, rejects connections without its password, and leaves no files',
    { tags: ['F01', 'R48'] },
    async () => {
      const dataDir = path.join(folder, 'new')
      const inUse = { code: 'in-use', message: `The data folder ${dataDir} is in use by process ${process.pid}` }
      const [first, atOnce] = await Promise.allSettled([
        start('new', true),
        startPostgres({ dataDir, throwaway: true }),
      ])
      expect(atOnce).toMatchObject({ status: 'rejected', reason: inUse })
      if (first.status === 'rejected') throw first.reason
      const server = first.value
      await expect(startPostgres({ dataDir })).rejects.toMatchObject(inUse)

      expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
      // The driver itself refuses to answer a server that asks for a password without one.
      await expect(query(withPassword(server, ''), 'select 1')).rejects.toThrow('password must be')
      await expect(query(withPassword(server, 'guessed'), 'select 1')).rejects.toMatchObject({ code: '28P01' })
      const open = `select count(*)::int from pg_hba_file_rules where auth_method <> 'scram-sha-256'`
      expect(await query(server, open)).toEqual([{ count: 0 }])
      // Only the owner of the folder can read it.
      expect(statSync(path.join(dataDir, 'access-secret')).mode & 0o777).toBe(0o600)
      expect(statSync(dataDir).mode & 0o077).toBe(0)
      await server.stop()
      expect(existsSync(dataDir)).toBe(false)
    },
  )

  test('ends and deletes its files when its owner is killed', async () => {
    const owner = await startOwner('abandoned', 'throwaway')
    await owner.kill()
    await expect.poll(() => isAlive(owner.server.pid), { timeout: 10_000 }).toBe(false)
    await expect.poll(() => existsSync(path.join(folder, 'abandoned')), { timeout: 10_000 }).toBe(false)
  })
})

describe('a failed start gives the reason in one line', () => {
  test('when the folder cannot be written', async () => {
    writeFileSync(path.join(folder, 'file'), '')
    const dataDir = path.join(folder, 'file/postgres')
    await expect(startPostgres({ dataDir })).rejects.toMatchObject({
      code: 'not-writable',
      message: expect.stringMatching(/^The data folder .+ is not writable \(E\w+\)$/),
    })
  })

  test('when the file system allows no folders', async () => {
    await expect(startPostgres({ dataDir: '/proc/postgres/data' })).rejects.toMatchObject({ code: 'not-writable' })
  })

  test('when the folder contains something else', async () => {
    const dataDir = path.join(folder, 'letters')
    mkdirSync(dataDir)
    writeFileSync(path.join(dataDir, 'letter.txt'), 'dear')
    await expect(startPostgres({ dataDir })).rejects.toMatchObject({ code: 'not-a-cluster' })
  })

  test('when another major version created the folder', { tags: ['R49'] }, async () => {
    const dataDir = path.join(folder, 'old')
    mkdirSync(dataDir)
    writeFileSync(path.join(dataDir, 'PG_VERSION'), '15\n')
    await expect(startPostgres({ dataDir })).rejects.toMatchObject({
      code: 'other-version',
      message: expect.stringMatching(
        /^The data folder .+ was made by PostgreSQL 15 and this release brings 18: .+ restore .+$/,
      ),
    })
  })

  test('when two starts find the same dead owner: the second does not take the folder from the first', () => {
    const dataDir = path.join(folder, 'contested')
    const gone = '999999999 1'
    writeFileSync(`${dataDir}.owner`, gone)
    expect(claim(dataDir)).toBe(undefined)
    setAside(dataDir, gone)
    expect(claim(dataDir)).toBe(process.pid)
    release(dataDir)
  })
})
