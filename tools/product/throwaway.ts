import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, startPostgres } from '@app/embedded-postgres'
import { answers } from './answers.ts'
import { ensureFirstStaff, migrate } from './api-commands.ts'
import { productEnvironment } from './environment.ts'
import { built } from './paths.ts'
import { spawnNode } from './supervisor.ts'

/** The built product on a temporary database. `fill` may insert records before the API starts. */
export async function startThrowaway(fill?: (databaseUrl: string) => Promise<void>) {
  const data = mkdtempSync(path.join(tmpdir(), 'throwaway-'))
  const database = await startPostgres({ dataDir: path.join(data, 'postgres'), throwaway: true })
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const staff = { email: 'owner@example.com', password: 'known to everybody who reads this' }
  const environment = {
    ...productEnvironment(database.url(), port),
    FIRST_STAFF_EMAIL: staff.email,
    FIRST_STAFF_PASSWORD: staff.password,
  }
  await migrate(environment)
  await ensureFirstStaff(environment)
  await fill?.(database.url())
  const api = spawnNode(built.server, environment)
  if (!(await answers(`${origin}/readyz`, 15_000))) throw new Error('The product did not become ready')

  const stop = async () => {
    api.kill('SIGTERM')
    await once(api, 'exit')
    await database.stop()
    rmSync(data, { recursive: true, force: true })
  }
  return { origin, staff, stop }
}
