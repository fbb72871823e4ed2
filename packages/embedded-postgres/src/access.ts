import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Runner } from './runner.ts'

// The server listens on the loopback address, where every user of the machine can connect. But connecting requires the
// secret in the data folder, which only the folder's owner can read.

const secretFile = (dataDir: string) => path.join(dataDir, 'access-secret')

/** Replaces PostgreSQL's own pg_hba.conf, which lets in every user of the machine. */
export const accessRulesFile = (dataDir: string): string => path.join(dataDir, 'access.conf')

const accessRules = 'host all all 127.0.0.1/32 scram-sha-256\n'

/** The password of a user of this cluster. Each user has a different one, so that one does not reveal another. */
export const passwordOf = (dataDir: string, user: string): string =>
  passwordFrom(readFileSync(secretFile(dataDir), 'utf8'), user)

export const passwordFrom = (secret: string, user: string): string =>
  createHmac('sha256', secret).update(user).digest('base64url')

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Makes a new cluster require passwords derived from this secret. */
export function lockUp(runner: Runner, dataDir: string, secret: string): void {
  writeFileSync(accessRulesFile(dataDir), accessRules, { mode: 0o600, flush: true })
  runner.handOver(accessRulesFile(dataDir))
  writeFileSync(secretFile(dataDir), secret, { mode: 0o600, flush: true })
}
