import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ConnectionString } from '@app/embedded-postgres'
import { servingUser } from './database.ts'
import { built } from './paths.ts'

/** Settings of the built product on the loopback address, for measurements and tests. */
export function productEnvironment(url: ConnectionString, port: number, database?: string): NodeJS.ProcessEnv {
  const origin = `http://localhost:${port}`
  return {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: url(database, servingUser),
    MIGRATION_DATABASE_URL: url(database),
    SESSION_SECRET: 'known to everybody who reads this file',
    SITE_URL: origin,
    ADMIN_URL: `${origin}/admin`,
    SITE_DIR: built.site,
    ADMIN_DIR: built.admin,
    CAMPAIGNS_DIR: path.join(tmpdir(), `campaigns-${port}`),
    LOG_LEVEL: 'error',
    RATE_LIMIT_WRITES_PER_MINUTE: '1000000',
    RATE_LIMIT_SIGN_INS_PER_MINUTE: '100000',
    RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000',
  }
}
