import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ConnectionString, freePort, startPostgres, throwawayFolder } from '@app/embedded-postgres'
import {
  built,
  ensureFirstStaff,
  migrate,
  obstacleAt,
  productEnvironment,
  spawnNode,
  waitUntilReady,
} from 'tools/product'
import { startRecordingProxy } from './recording-proxy.ts'
import { staff } from './staff.ts'

export interface Product {
  origin: string
  databaseUrl: string
  /** Connects another API instance to the same database. */
  connection: ConnectionString
  /** The print file folder, for another instance that also prints. */
  files: string
  stop: () => Promise<void>
}

/** Starts an API instance on an existing database, behind a proxy that records its requests. */
export async function startApi(connection: ConnectionString, settings: NodeJS.ProcessEnv) {
  const port = await freePort()
  const proxy = await startRecordingProxy(port)
  const { origin } = proxy
  const api = spawnNode(built.server, {
    ...productEnvironment(connection, port),
    SITE_URL: origin,
    ADMIN_URL: `${origin}/admin`,
    ...settings,
  })
  const ended = once(api, 'exit')
  const stop = async () => {
    api.kill('SIGTERM')
    proxy.close()
    await ended
  }
  const outcome = await waitUntilReady({ name: 'The API', obstacle: () => obstacleAt(`${origin}/readyz`), ended })
  if (outcome === 'ready') return { origin, stop }
  await stop()
  throw new Error('The API ended before it was ready')
}

/** Starts the built product like `npm start`, on a temporary database. */
export async function startProduct(): Promise<Product> {
  const database = await startPostgres({ dataDir: throwawayFolder('e2e-'), throwaway: true })
  const { email: FIRST_STAFF_EMAIL, password: FIRST_STAFF_PASSWORD } = staff
  const env = { ...productEnvironment(database.url, await freePort()), FIRST_STAFF_EMAIL, FIRST_STAFF_PASSWORD }
  await migrate(env)
  await ensureFirstStaff(env)
  const files = mkdtempSync(path.join(tmpdir(), 'files-'))
  // As with npm start, the proof browser starts with the first proof.
  const api = await startApi(database.url, { RUN_RENDERER: 'true', FILES_DIR: files })
  const stop = async () => {
    await api.stop()
    await database.stop()
  }
  return { origin: api.origin, databaseUrl: database.url(), connection: database.url, files, stop }
}
