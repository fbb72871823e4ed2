import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, startPostgres } from '@app/embedded-postgres'
import { ensureFirstStaff, migrate } from './api-commands.ts'
import { productEnvironment } from './environment.ts'
import { built } from './paths.ts'
import { obstacleAt, waitUntilReady } from './readiness.ts'
import { spawnNode } from './supervisor.ts'

/** The built product on a temporary database. `fill` may insert records before the API starts. */
export async function startThrowaway(fill?: (databaseUrl: string) => Promise<void>) {
  const data = mkdtempSync(path.join(tmpdir(), 'throwaway-'))
  const database = await startPostgres({ dataDir: path.join(data, 'postgres'), throwaway: true })
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const staff = { email: 'owner@example.com', password: 'known to everybody who reads this' }
  const environment = {
    ...productEnvironment(database.url, port),
    FIRST_STAFF_EMAIL: staff.email,
    FIRST_STAFF_PASSWORD: staff.password,
  }
  await migrate(environment)
  await ensureFirstStaff(environment)
  await fill?.(database.url())
  const api = spawnNode(built.server, environment)
  const ended = once(api, 'exit')
  const outcome = await waitUntilReady({ name: 'The API', obstacle: () => obstacleAt(`${origin}/readyz`), ended })
  if (outcome !== 'ready') throw new Error('The API ended before it was ready')

  const stop = async () => {
    api.kill('SIGTERM')
    await ended
    await database.stop()
    rmSync(data, { recursive: true, force: true })
  }
  return { origin, staff, stop }
}
