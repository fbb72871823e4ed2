import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from './index.ts'
import { isAlive } from './process-state.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'embedded-postgres-'))
const running: EmbeddedPostgres[] = []

afterAll(async () => {
  for (const server of running) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(name: string, throwaway = false): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir: path.join(folder, name), throwaway })
  running.push(server)
  return server
}

async function query(server: EmbeddedPostgres, sql: string): Promise<unknown[]> {
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
  const server = JSON.parse(String(line)) as { pid: number; port: number }
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
    const crashed = { url: () => `postgres://app@127.0.0.1:${owner.server.port}/postgres` } as EmbeddedPostgres
    await query(crashed, 'create table kept as select 9 as id')
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

describe('a refused start says why in one line', () => {
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

  test('when a living process owns the server', async () => {
    const server = await start('owned')
    await expect(startPostgres({ dataDir: path.join(folder, 'owned') })).rejects.toMatchObject({
      code: 'in-use',
      message: `The data folder ${server.dataDir} is in use by process ${process.pid}`,
    })
  })
})
