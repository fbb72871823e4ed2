import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { lockUp, newSecret, passwordFrom } from './access.ts'
import { codeOf, EmbeddedPostgresError } from './errors.ts'
import { databaseOwner, type Runner } from './runner.ts'

/**
 * @param mode permissions of the missing folders above it
 * @throws {EmbeddedPostgresError} `not-writable` or `not-a-cluster`, with a one-line message
 */
export function assertUsable(dataDir: string, mode = 0o700): void {
  try {
    makeFolder(path.dirname(dataDir), mode)
    // Root passes every permission check, so only an actual write reveals a read-only disk.
    const probe = `${dataDir}.probe-${process.pid}`
    closeSync(openSync(probe, 'w'))
    rmSync(probe)
    if (!existsSync(dataDir)) return
    accessSync(path.join(dataDir, '.'), constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw notWritable(dataDir, String(codeOf(cause)), cause)
  }
  const { uid } = statSync(dataDir)
  const isOurs = uid === process.getuid?.() || process.getuid?.() === 0 || process.platform === 'win32'
  if (!isOurs) throw notWritable(dataDir, `it belongs to user ${uid}`)
  if (!hasCluster(dataDir) && readdirSync(dataDir).length > 0) {
    throw new EmbeddedPostgresError('not-a-cluster', `The data folder ${dataDir} holds files that are not a database`)
  }
}

/**
 * Replaces `mkdirSync` with `recursive`, which loops forever in /proc, where creating a folder fails as if its parent
 * were missing.
 */
function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(folder), mode)
  mkdirSync(folder)
  // Unlike mkdirSync, chmodSync ignores the umask.
  chmodSync(folder, mode)
}

const notWritable = (dataDir: string, reason: string, cause?: unknown) =>
  new EmbeddedPostgresError('not-writable', `The data folder ${dataDir} is not writable (${reason})`, { cause })

const versionFile = (dataDir: string) => path.join(dataDir, 'PG_VERSION')
const hasCluster = (dataDir: string) => existsSync(versionFile(dataDir))

/**
 * @throws {EmbeddedPostgresError} `other-version` if the folder was created by another major version, which stores data
 * differently
 */
export function assertSameMajor({ version }: Runner, dataDir: string): void {
  if (!hasCluster(dataDir)) return
  const [made, own] = [readFileSync(versionFile(dataDir), 'utf8').trim(), version.split('.')[0]]
  if (made === own) return
  throw new EmbeddedPostgresError(
    'other-version',
    `The data folder ${dataDir} was made by PostgreSQL ${made} and this release brings ${own}: back it up with the release that made it (pnpm manage backup FILE), move the folder away, and restore the backup here (pnpm manage restore FILE)`,
  )
}

/** Linux has this locale. On other systems, PostgreSQL's builtin provider supplies it. */
const locale =
  process.platform === 'linux'
    ? ['--locale=C.UTF-8']
    : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/** Creates the cluster under another name first, so that a killed start leaves no partial cluster. */
export async function ensureCluster(runner: Runner, dataDir: string, throwaway: boolean): Promise<void> {
  if (hasCluster(dataDir)) return

  const partial = `${dataDir}.new`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { mode: 0o700 })
  runner.handOver(partial)
  const secret = newSecret()
  const passwordFile = `${dataDir}.password`
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, passwordFrom(secret, databaseOwner), { mode: 0o600, flag: 'wx' })
  runner.handOver(passwordFile)
  const log = `${dataDir}.log`
  await withLog(log, 'w', async (fd) => {
    const owner = ['-U', databaseOwner, `--pwfile=${passwordFile}`, '--auth=reject']
    const options = [...owner, ...locale, '--encoding=UTF8', ...(throwaway ? ['--no-sync'] : [])]
    const initdb = runner.spawn(runner.initdb, ['-D', partial, ...options], ['ignore', fd, fd])
    const [code] = await once(initdb, 'exit')
    if (code !== 0) throw new EmbeddedPostgresError('initdb-failed', `initdb failed:\n${tail(log)}`)
  }).finally(() => rmSync(passwordFile))
  lockUp(runner, partial, secret)
  renameSync(partial, dataDir)
}

/** Opens the log file for the server. It does not log to a pipe, so that it can outlive a killed owner. */
export async function withLog<T>(file: string, flags: string, use: (fd: number) => T | Promise<T>): Promise<T> {
  const fd = openSync(file, flags)
  try {
    return await use(fd)
  } finally {
    closeSync(fd)
  }
}

export function tail(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-4000) : ''
}
