import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Runner } from './runner.ts'

// The server listens on the loopback address, where every user of the machine can connect. Only the owner of the data
// folder can read the secret in it, and without the secret no one can connect.

const secretFile = (dataDir: string) => path.join(dataDir, 'access-secret')

/** PostgreSQL's own pg_hba.conf lets in every user of the machine and is not used. */
export const accessRulesFile = (dataDir: string): string => path.join(dataDir, 'access.conf')

const accessRules = 'host all all 127.0.0.1/32 scram-sha-256\n'

/** The password of a user of this cluster. Each user has one of its own, so that one does not give away another. */
export const passwordOf = (dataDir: string, user: string): string =>
  passwordFrom(readFileSync(secretFile(dataDir), 'utf8'), user)

export const passwordFrom = (secret: string, user: string): string =>
  createHmac('sha256', secret).update(user).digest('base64url')

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Makes a cluster that has never run ask everyone for a password from this secret. */
export function lockUp(runner: Runner, dataDir: string, secret: string): void {
  writeFileSync(accessRulesFile(dataDir), accessRules, { mode: 0o600, flush: true })
  runner.handOver(accessRulesFile(dataDir))
  writeFileSync(secretFile(dataDir), secret, { mode: 0o600, flush: true })
}
