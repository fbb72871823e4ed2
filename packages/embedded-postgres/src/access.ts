import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { tail, withLog } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { databaseOwner, type Runner } from './runner.ts'

// The server listens on the loopback address, where every user of the machine can connect. Only the owner of the data
// folder can read the secret in it, and without the secret no one can connect.

const secretFile = (dataDir: string) => path.join(dataDir, 'access-secret')

/** PostgreSQL's own pg_hba.conf lets in every user of the machine and is not used. */
export const accessRulesFile = (dataDir: string): string => path.join(dataDir, 'access.conf')

const accessRules = 'host all all 127.0.0.1/32 scram-sha-256\n'

/** False until the first start has set the password. */
const hasSecret = (dataDir: string): boolean => existsSync(secretFile(dataDir))

/** The password of a user of this cluster. Each user has one of its own, so that one does not give away another. */
export const passwordOf = (dataDir: string, user: string): string =>
  passwordFrom(readFileSync(secretFile(dataDir), 'utf8'), user)

const passwordFrom = (secret: string, user: string) => createHmac('sha256', secret).update(user).digest('base64url')

/**
 * Makes the cluster, which must not be running, require a password from its owner. A start that is killed in the middle
 * leaves no secret, so the next one begins again.
 */
export async function lockUp(runner: Runner, dataDir: string, settings: string[]): Promise<void> {
  writeFileSync(accessRulesFile(dataDir), accessRules, { mode: 0o600 })
  runner.handOver(accessRulesFile(dataDir))
  if (hasSecret(dataDir)) return
  const secret = randomBytes(32).toString('base64url')
  const partial = `${secretFile(dataDir)}.new`
  rmSync(partial, { force: true })
  writeFileSync(partial, secret, { mode: 0o600, flag: 'wx', flush: true })
  await setPassword(runner, dataDir, settings, passwordFrom(secret, databaseOwner))
  renameSync(partial, secretFile(dataDir))
}

/** PostgreSQL's single-user mode takes statements from its input and accepts no other connections. */
async function setPassword(runner: Runner, dataDir: string, settings: string[], password: string): Promise<void> {
  const log = `${dataDir}.log`
  await withLog(log, 'w', async (fd) => {
    const args = ['--single', '-D', dataDir, ...settings, '-c', 'exit_on_error=on', 'postgres']
    const postgres = runner.spawn(runner.postgres, args, ['pipe', fd, fd])
    postgres.stdin?.end(`alter role ${databaseOwner} password '${password}'\n`)
    const [code] = await once(postgres, 'exit')
    if (code !== 0) {
      throw new EmbeddedPostgresError('did-not-start', `Embedded PostgreSQL took no password:\n${tail(log)}`)
    }
  })
}
