import path from 'node:path'
import { brand } from '@app/brand'
import { lockedChromium } from '@app/print-engine/chromium'
import { type FirstStaff, ensureFirstStaff, migrate } from './product/api-commands.ts'
import { type Database, openDatabase } from './product/database.ts'
import { probeHost } from './product/hosts.ts'
import { built, root } from './product/paths.ts'
import { obstacleAt, reportWhile } from './product/readiness.ts'
import { complain, say } from './product/say.ts'
import { serve } from './product/serve.ts'
import { keptSessionSecret } from './product/session-secret.ts'
import { apiSettings, givenSettings } from './product/start-settings.ts'
import { onStopRequest } from './product/stop-request.ts'
import { spawnNode } from './product/supervisor.ts'

// Runs the built product. Without DATABASE_URL, its data is kept in an embedded PostgreSQL.
const given = givenSettings(process.env)
const dataDir = path.resolve(root, given.DATA_DIR || '.data/postgres')

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
  // Unpacked while the database starts, so that the first proof does not wait for it. Only proofs need it.
  if (!given.CHROMIUM_PATH)
    lockedChromium().catch((error: Error) => complain(`No browser for proofs, set CHROMIUM_PATH: ${error.message}`))
  const database = await openDatabase(given, dataDir)
  say(`Database: ${database.description}`)
  try {
    await serveProduct(database)
  } finally {
    await database.stop()
    say('Stopped')
  }
}

async function serveProduct(database: Database): Promise<void> {
  const sessionSecret = () => keptSessionSecret(path.join(path.dirname(dataDir), 'session-secret'))
  const env = apiSettings(given, { databaseUrl: database.url, sessionSecret })
  await reportWhile('Migrating the database', migrate({ ...env, MIGRATION_DATABASE_URL: database.migrationUrl }))
  const staff = await reportWhile('Looking for the first staff account', ensureFirstStaff(env))
  if (stopping.signal.aborted) return

  const readyUrl = `http://${probeHost(given.HOST)}:${given.PORT || '3000'}/readyz`
  await serve({
    name: 'The API',
    launch: () => spawnNode(built.server, env, ['ignore', 'inherit', 'inherit', 'ipc']),
    obstacle: () => obstacleAt(readyUrl),
    onReady: () => announce(env.SITE_URL, staff),
    stopping: stopping.signal,
  })
}

function announce(siteUrl: string, staff: FirstStaff): void {
  const signIn = staff.password
    ? `${staff.email} with the password ${staff.password} (shown only this once)`
    : `${staff.email} with the password chosen for it`
  const lines = [
    `${brand.productName} is running`,
    `  Site      ${siteUrl}`,
    `  Admin     ${given.ADMIN_URL || `${siteUrl}/admin`}`,
    `  API       ${siteUrl}/api`,
    `  API docs  ${siteUrl}/api/docs`,
    `  Sign in   as ${signIn}`,
    'Stop it with Ctrl-C.',
  ]
  console.log(`\n${lines.join('\n')}\n`)
}
