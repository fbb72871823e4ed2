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

/** A server that another process owns. */
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

describe('a durable server', () => {
  test('keeps its rows across a restart, and is as durable as PostgreSQL is by default', async () => {
    const first = await start('kept')
    await query(first, 'create table kept (id int)')
    await query(first, 'insert into kept values (7)')
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)

    const second = await start('kept')
    expect(second.takenOver).toBe(false)
    expect(await query(second, 'select id from kept')).toEqual([{ id: 7 }])
    expect(await query(second, `select current_setting('fsync') f, current_setting('synchronous_commit') s`)).toEqual([
      { f: 'on', s: 'on' },
    ])
    expect(await query(second, `select current_setting('listen_addresses') a`)).toEqual([{ a: '127.0.0.1' }])
  })

  test('is taken over, still running, when its owner was killed', async () => {
    const owner = await startOwner('orphan')
    await owner.kill()
    expect(isAlive(owner.server.pid)).toBe(true)

    const server = await start('orphan')
    expect(server).toMatchObject({ takenOver: true, pid: owner.server.pid, port: owner.server.port })
    await server.stop()
    expect(isAlive(server.pid)).toBe(false)
  })

  test('starts again with its rows when it was killed together with its owner', async () => {
    const owner = await startOwner('crashed')
    await query(await running('crashed'), 'create table kept as select 9 as id')
    process.kill(owner.server.pid, 'SIGKILL')
    await owner.kill()

    const server = await start('crashed')
    expect(server.takenOver).toBe(false)
    expect(await query(server, 'select id from kept')).toEqual([{ id: 9 }])
  })
})

describe('a throwaway server', () => {
  test('leaves no files when it stops', async () => {
    const server = await start('throwaway', true)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(existsSync(server.dataDir)).toBe(false)
  })

  test('ends by itself, files and all, when its owner is killed', async () => {
    const owner = await startOwner('abandoned', 'throwaway')
    await owner.kill()
    await expect.poll(() => isAlive(owner.server.pid), { timeout: 10_000 }).toBe(false)
    await expect.poll(() => existsSync(path.join(folder, 'abandoned')), { timeout: 10_000 }).toBe(false)
  })
})

describe('the server rejects everyone', () => {
  const withoutPassword = (server: EmbeddedPostgres) => {
    const url = new URL(server.url())
    url.password = ''
    return { url: () => url.href }
  }
  const withPassword = (server: EmbeddedPostgres, password: string) => {
    const url = new URL(server.url())
    url.password = password
    return { url: () => url.href }
  }
  const secret = (dataDir: string) => path.join(dataDir, 'access-secret')

  test('without the password that only the owner of the folder can read', { tags: ['F01'] }, async () => {
    const server = await start('locked', true)
    // The driver itself refuses to answer a server that asks for a password without one.
    await expect(query(withoutPassword(server), 'select 1')).rejects.toThrow('password must be')
    await expect(query(withPassword(server, 'guessed'), 'select 1')).rejects.toMatchObject({ code: '28P01' })
    expect(
      await query(server, `select count(*)::int from pg_hba_file_rules where auth_method <> 'scram-sha-256'`),
    ).toEqual([{ count: 0 }])
    expect(statSync(secret(server.dataDir)).mode & 0o777).toBe(0o600)
    expect(statSync(server.dataDir).mode & 0o077).toBe(0)
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

  test('when the folder holds something else', async () => {
    const dataDir = path.join(folder, 'letters')
    mkdirSync(dataDir)
    writeFileSync(path.join(dataDir, 'letter.txt'), 'dear')
    await expect(startPostgres({ dataDir })).rejects.toMatchObject({ code: 'not-a-cluster' })
  })

  test('when another major version made the folder', { tags: ['R49'] }, async () => {
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

  test('when another start is creating it at this moment, which goes on', { tags: ['R48'] }, async () => {
    const dataDir = path.join(folder, 'new')
    const [first, second] = await Promise.allSettled([start('new', true), startPostgres({ dataDir, throwaway: true })])
    expect(second).toMatchObject({
      status: 'rejected',
      reason: { code: 'in-use', message: `The data folder ${dataDir} is in use by process ${process.pid}` },
    })
    expect(first.status).toBe('fulfilled')
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

  test('when a living process owns the server', async () => {
    const server = await start('owned')
    await expect(startPostgres({ dataDir: path.join(folder, 'owned') })).rejects.toMatchObject({
      code: 'in-use',
      message: `The data folder ${server.dataDir} is in use by process ${process.pid}`,
    })
  })
})
