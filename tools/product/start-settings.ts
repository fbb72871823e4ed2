import { ConfigError, readConfig } from '../../apps/api/src/config/config.ts'
import { withSecretFiles } from '../../apps/api/src/config/secret-files.ts'
import { browserHost } from './hosts.ts'
import { built } from './paths.ts'

/** The settings, with secret files replaced by their contents. */
export function givenSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { env: filled } = withSecretFiles(env)
  const isRead = (name: string) => name.endsWith('_FILE') && Boolean(filled[name.slice(0, -'_FILE'.length)])
  return Object.fromEntries(Object.entries(filled).filter(([name]) => !isRead(name)))
}

/** The API's environment under `npm start`: the settings, with defaults for the rest. */
export function apiSettings(
  settings: NodeJS.ProcessEnv,
  { databaseUrl, sessionSecret }: { databaseUrl: string; sessionSecret: () => string },
): NodeJS.ProcessEnv & { SITE_URL: string } {
  // Only the migration command may connect with it.
  const { MIGRATION_DATABASE_URL: _, ...given } = settings
  return {
    ...given,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: given.SESSION_SECRET || sessionSecret(),
    SITE_URL: given.SITE_URL || `http://${browserHost(given.HOST)}:${given.PORT || '3000'}`,
    SITE_DIR: given.SITE_DIR || built.site,
    ADMIN_DIR: given.ADMIN_DIR || built.admin,
    // One process is enough for one machine: the worker and the renderer run inside the API.
    RUN_WORKER: given.RUN_WORKER || 'true',
    RUN_RENDERER: given.RUN_RENDERER || 'true',
    LOG_LEVEL: given.LOG_LEVEL || 'warn',
  }
}

/** One line for each setting that the API would reject, by its own rules, before anything is started. */
export function startProblems(env: NodeJS.ProcessEnv): readonly string[] {
  const { problems } = withSecretFiles(env)
  const given = givenSettings(env)
  const standIns = { databaseUrl: given.DATABASE_URL || 'postgres://embedded', sessionSecret: () => 'x'.repeat(32) }
  const ofFiles = [...problems].map(([name, problem]) => `${name} ${problem}`)
  try {
    readConfig(Object.fromEntries(Object.entries(apiSettings(given, standIns)).filter(([name]) => !problems.has(name))))
    return ofFiles
  } catch (error) {
    if (error instanceof ConfigError) return [...ofFiles, ...error.problems]
    throw error
  }
}
