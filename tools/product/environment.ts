import { built } from './paths.ts'

/** Settings of the built product on the loopback address, for measurements and tests. */
export function productEnvironment(databaseUrl: string, port: number): NodeJS.ProcessEnv {
  const origin = `http://localhost:${port}`
  return {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'known to everybody who reads this file',
    SITE_URL: origin,
    ADMIN_URL: `${origin}/admin`,
    SITE_DIR: built.site,
    ADMIN_DIR: built.admin,
    LOG_LEVEL: 'error',
    RATE_LIMIT_WRITES_PER_MINUTE: '1000000',
    RATE_LIMIT_SIGN_INS_PER_MINUTE: '100000',
    RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000',
  }
}
