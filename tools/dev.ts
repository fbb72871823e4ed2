import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ensureFirstStaff, migrate } from './product/api-commands.ts'
import { openDatabase } from './product/database.ts'
import { root } from './product/paths.ts'
import { complain, say } from './product/say.ts'
import { keptSessionSecret } from './product/session-secret.ts'
import { givenSettings } from './product/start-settings.ts'
import { onStopRequest } from './product/stop-request.ts'

// Runs everything from source: the API restarts and both front ends reload when a file changes.
const settings = givenSettings(process.env)
const dataDir = path.resolve(root, settings.DATA_DIR || '.data/postgres')
const cli = path.join(root, 'apps/api/src/cli.ts')
const sitePort = '5173'
const adminPort = '5174'

const database = await openDatabase(settings, dataDir).catch((error: Error) => {
  complain(error.message)
  return process.exit(1)
})
const { MIGRATION_DATABASE_URL: _, ...given } = settings
const env = {
  ...given,
  PORT: given.PORT || '3000',
  DATABASE_URL: database.url,
  SESSION_SECRET: given.SESSION_SECRET || keptSessionSecret(path.join(path.dirname(dataDir), 'session-secret')),
  SITE_URL: `http://localhost:${sitePort}`,
  ADMIN_URL: `http://localhost:${adminPort}/admin`,
  API_URL: `http://localhost:${given.PORT || '3000'}`,
}

const running: ChildProcess[] = []
let isStopping = false
onStopRequest((reason) => {
  say(`Stopping (${reason})`)
  void stopAll()
})

try {
  await migrate({ ...env, MIGRATION_DATABASE_URL: database.migrationUrl }, cli)
  const staff = await ensureFirstStaff(env, cli)
  say(`Staff sign in as ${staff.email}${staff.password ? ` with ${staff.password} (shown only this once)` : ''}`)
  const vite = path.join('node_modules', 'vite', 'bin', 'vite.js')
  start('api', ['--watch', '--watch-preserve-output', '--watch-path=src', 'src/server.ts'])
  start('site', [vite, '--port', sitePort, '--strictPort'])
  start('admin', [vite, '--port', adminPort, '--strictPort'])
  say(`Site http://localhost:${sitePort}, admin http://localhost:${adminPort}/admin/, API http://localhost:${env.PORT}`)
} catch (error) {
  complain((error as Error).message)
  process.exitCode = 1
  await stopAll()
}

/** Starts one app in its own folder, and prefixes its output with its name. If it exits, everything stops. */
function start(app: 'api' | 'site' | 'admin', args: string[]): void {
  const child = spawn(process.execPath, args, {
    cwd: path.join(root, 'apps', app),
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${app.padEnd(5)} │ ${line}`))
  }
  child.once('exit', () => {
    if (!isStopping) process.exitCode = 1
    void stopAll()
  })
}

/** Stops the database last, because the API finishes its requests first. */
async function stopAll(): Promise<void> {
  if (isStopping) return
  isStopping = true
  const alive = running.splice(0).filter((child) => child.exitCode === null && child.signalCode === null)
  const ends = alive.map((child) => once(child, 'exit'))
  for (const child of alive) child.kill('SIGTERM')
  await Promise.all(ends)
  await database.stop()
}
