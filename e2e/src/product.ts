import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ConnectionString, freePort, startPostgres } from '@app/embedded-postgres'
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
  /** For another instance of the API on the same database. */
  connection: ConnectionString
  stop: () => Promise<void>
}

/** The built product as `npm start` runs it, with a few other settings, on a temporary database. */
export async function startProduct(settings: NodeJS.ProcessEnv = {}): Promise<Product> {
  const database = await startPostgres({ dataDir: mkdtempSync(path.join(tmpdir(), 'e2e-')), throwaway: true })
  const port = await freePort()
  const proxy = await startRecordingProxy(port)
  const { origin } = proxy
  const env = {
    ...productEnvironment(database.url, port),
    SITE_URL: origin,
    ADMIN_URL: `${origin}/admin`,
    // As with npm start, the browser for proofs starts with the first one.
    RUN_RENDERER: 'true',
    FILES_DIR: mkdtempSync(path.join(tmpdir(), 'files-')),
    FIRST_STAFF_EMAIL: staff.email,
    FIRST_STAFF_PASSWORD: staff.password,
    ...settings,
  }
  await migrate(env)
  await ensureFirstStaff(env)
  const api = spawnNode(built.server, env)
  const ended = once(api, 'exit')
  const stop = async () => {
    api.kill('SIGTERM')
    proxy.close()
    await ended
    await database.stop()
  }
  const outcome = await waitUntilReady({ name: 'The API', obstacle: () => obstacleAt(`${origin}/readyz`), ended })
  if (outcome !== 'ready') {
    await stop()
    throw new Error('The API ended before it was ready')
  }
  return { origin, databaseUrl: database.url(), connection: database.url, stop }
}
