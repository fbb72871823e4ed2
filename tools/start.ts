import path from 'node:path'
import { brand } from '@app/brand'
import { type FirstStaff, ensureFirstStaff, migrate } from './product/api-commands.ts'
import { type Database, openDatabase } from './product/database.ts'
import { built, root } from './product/paths.ts'
import { obstacleAt, reportWhile } from './product/readiness.ts'
import { complain, say } from './product/say.ts'
import { serve } from './product/serve.ts'
import { keptSessionSecret } from './product/session-secret.ts'
import { onStopRequest } from './product/stop-request.ts'
import { spawnNode } from './product/supervisor.ts'

// Runs the built product. Without DATABASE_URL its data is kept in an embedded PostgreSQL.
const { PORT: port = '3000', DATA_DIR: dataDirSetting = '.data/postgres' } = process.env
const dataDir = path.resolve(root, dataDirSetting)

const stopping = new AbortController()
onStopRequest((reason) => {
  say(`Stopping (${reason})`)
  stopping.abort()
})

try {
  await run()
} catch (error) {
  complain((error as Error).message)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const database = await openDatabase(process.env, dataDir)
  say(`Database: ${database.description}`)
  try {
    await serveProduct(database)
  } finally {
    await database.stop()
    say('Stopped')
  }
}

async function serveProduct(database: Database): Promise<void> {
  const siteUrl = process.env.SITE_URL || `http://localhost:${port}`
  const { MIGRATION_DATABASE_URL: _, ...given } = process.env
  const env = {
    ...given,
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    SESSION_SECRET: process.env.SESSION_SECRET || keptSessionSecret(path.join(path.dirname(dataDir), 'session-secret')),
    SITE_URL: siteUrl,
    SITE_DIR: process.env.SITE_DIR || built.site,
    ADMIN_DIR: process.env.ADMIN_DIR || built.admin,
    // One process is enough for one machine: the worker runs inside the API.
    RUN_WORKER: process.env.RUN_WORKER || 'true',
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  }
  await reportWhile('Migrating the database', migrate({ ...env, MIGRATION_DATABASE_URL: database.migrationUrl }))
  const staff = await reportWhile('Looking for the first staff account', ensureFirstStaff(env))
  if (stopping.signal.aborted) return

  const readyUrl = `http://${probeHost(process.env.HOST)}:${port}/readyz`
  await serve({
    name: 'The API',
    launch: () => spawnNode(built.server, env, ['ignore', 'pipe', 'pipe']),
    obstacle: () => obstacleAt(readyUrl),
    onReady: () => announce(siteUrl, staff),
    stopping: stopping.signal,
  })
}

/** A host at which the API can be reached: the wildcard addresses that it may listen on cannot be. */
function probeHost(host = ''): string {
  if (host === '' || host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

function announce(siteUrl: string, staff: FirstStaff): void {
  const signIn = staff.password
    ? `${staff.email} with the password ${staff.password} (shown only this once)`
    : `${staff.email} with the password chosen for it`
  const lines = [
    `${brand.productName} is running`,
    `  Site      ${siteUrl}`,
    `  Admin     ${process.env.ADMIN_URL || `${siteUrl}/admin`}`,
    `  API       ${siteUrl}/api`,
    `  API docs  ${siteUrl}/api/docs`,
    `  Sign in   as ${signIn}`,
    'Stop it with Ctrl-C.',
  ]
  console.log(`\n${lines.join('\n')}\n`)
}
