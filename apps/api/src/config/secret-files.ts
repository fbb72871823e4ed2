import { readFileSync } from 'node:fs'
import { codeOf } from '../errors/errors.ts'

/** Settings that can be read from a file, which is how orchestrators pass secrets: NAME_FILE is its path. */
const secrets = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'SESSION_SECRET',
  'PIPEDRIVE_API_TOKEN',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'FILES_S3_SECRET_ACCESS_KEY',
  'FIRST_STAFF_PASSWORD',
] as const

/** The environment with the contents of secret files, and problems with those files, by setting. */
export function withSecretFiles(env: NodeJS.ProcessEnv): { env: NodeJS.ProcessEnv; problems: Map<string, string> } {
  const filled = { ...env }
  const problems = new Map<string, string>()
  for (const name of secrets) {
    const file = env[`${name}_FILE`]
    if (!file) continue
    if (env[name]) {
      problems.set(`${name}_FILE`, `may not be set together with ${name}`)
      continue
    }
    try {
      filled[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      problems.set(`${name}_FILE`, `names a file that cannot be read (${codeOf(error)})`)
    }
  }
  return { env: filled, problems }
}
