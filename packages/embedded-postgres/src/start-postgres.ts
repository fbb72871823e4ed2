import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { passwordOf } from './access.ts'
import { assertSameMajor, assertUsable, ensureCluster, tail, withLog } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { freePort } from './free-port.ts'
import { claim, release } from './owner.ts'
import { type Postmaster, findPostmaster, stopPostmaster, waitUntilReaped } from './postmaster.ts'
import { isAlive } from './process-state.ts'
import { databaseOwner, findRunner, type Runner } from './runner.ts'
import { serverSettings } from './settings.ts'
import { removeWhenOrphaned } from './watcher.ts'

export interface StartOptions {
  /** Created if missing. The log and the owner file are in its parent folder. */
  dataDir: string
  /** By default, any free port. */
  port?: number
  /** For tests: not durable, and removed when the server stops or its owner dies. */
  throwaway?: boolean
}

/** The URL of one of the server's databases, with the password of a user: by default, the owner. */
export type ConnectionString = (database?: string, user?: string) => string

export interface EmbeddedPostgres {
  url: ConnectionString
  port: number
  pid: number
  /** The cluster's folder, which can differ from the requested one. */
  dataDir: string
  /** True if a killed owner left the server running. */
  takenOver: boolean
  /** False once the server has stopped, on request or because it was killed. */
  isRunning: () => boolean
  stop: () => Promise<void>
}

const startLimitMs = 60_000
const dyingMs = 100

/** @throws {EmbeddedPostgresError} with a one-line message, followed by the log if PostgreSQL itself failed */
export async function startPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const runner = await findRunner()
  assertUsable(path.resolve(options.dataDir))
  const dataDir = runner.place(path.resolve(options.dataDir))
  // The server's user must be able to enter the folders above a cluster that is stored elsewhere.
  assertUsable(dataDir, 0o711)
  assertSameMajor(runner, dataDir)
  // Claimed before anything is created: two concurrent starts must not work on one folder.
  const owner = claim(dataDir)
  if (owner) throw new EmbeddedPostgresError('in-use', `The data folder ${dataDir} is in use by process ${owner}`)
  try {
    return await startOwned(runner, dataDir, options)
  } catch (error) {
    release(dataDir)
    throw error
  }
}

async function startOwned(
  runner: Runner,
  dataDir: string,
  { port, throwaway = false }: StartOptions,
): Promise<EmbeddedPostgres> {
  const giveUpAt = performance.now() + startLimitMs
  for (;;) {
    const found = findPostmaster(dataDir)
    if (found?.ready) {
      // A server that was just killed looks alive until the kernel has ended its processes.
      await sleep(dyingMs)
      if (findPostmaster(dataDir)?.pid === found.pid) return handleOf(found, dataDir, throwaway, true)
    } else if (!found) {
      await waitUntilReaped(dataDir)
      await ensureCluster(runner, dataDir, throwaway)
      const started = await launchServer(runner, dataDir, port ?? (await freePort()), throwaway)
      if (started) return handleOf(started, dataDir, throwaway, false)
    }
    if (performance.now() > giveUpAt) throw didNotStart(dataDir)
    await sleep(50)
  }
}

/** Undefined while processes of a killed server still hold the folder, which takes only a moment. */
async function launchServer(
  runner: Runner,
  dataDir: string,
  port: number,
  throwaway: boolean,
): Promise<Postmaster | undefined> {
  const log = `${dataDir}.log`
  const args = ['-D', dataDir, '-p', String(port), ...serverSettings(dataDir, throwaway)]
  const server = await withLog(log, 'w', (fd) => runner.spawn(runner.postgres, args, ['ignore', fd, fd]))
  server.unref()

  const giveUpAt = performance.now() + startLimitMs
  for (;;) {
    const found = findPostmaster(dataDir)
    if (found?.ready && found.pid === server.pid) return found
    if (server.exitCode !== null || server.signalCode !== null) break
    if (performance.now() > giveUpAt) {
      server.kill('SIGQUIT')
      break
    }
    await sleep(10)
  }
  if (/shared memory block .* still in use|lock file "postmaster.pid" already exists/.test(tail(log))) return undefined
  throw didNotStart(dataDir)
}

const didNotStart = (dataDir: string) =>
  new EmbeddedPostgresError('did-not-start', `Embedded PostgreSQL did not start:\n${tail(`${dataDir}.log`)}`)

const connectionString =
  (dataDir: string, port: number): ConnectionString =>
  (database = 'postgres', user = databaseOwner) =>
    `postgres://${user}:${passwordOf(dataDir, user)}@127.0.0.1:${port}/${database}`

/** The connection string of a server that another process owns. Undefined if no server is ready. */
export async function findPostgres(dataDir: string): Promise<ConnectionString | undefined> {
  const place = (await findRunner()).place(path.resolve(dataDir))
  const found = findPostmaster(place)
  return found?.ready ? connectionString(place, found.port) : undefined
}

function handleOf(server: Postmaster, dataDir: string, throwaway: boolean, takenOver: boolean): EmbeddedPostgres {
  const callOffWatcher = throwaway ? removeWhenOrphaned(server.pid, dataDir) : () => {}
  return {
    pid: server.pid,
    port: server.port,
    dataDir,
    takenOver,
    url: connectionString(dataDir, server.port),
    isRunning: () => isAlive(server.pid),
    async stop() {
      await stopPostmaster(server.pid, throwaway ? 'immediate' : 'fast')
      callOffWatcher()
      release(dataDir)
      if (throwaway) for (const name of [dataDir, `${dataDir}.log`]) rmSync(name, { recursive: true, force: true })
    },
  }
}
