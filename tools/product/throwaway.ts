import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, startPostgres } from '@app/embedded-postgres'
import { ensureFirstStaff, migrate } from './api-commands.ts'
import { productEnvironment } from './environment.ts'
import { built } from './paths.ts'
import { answers } from './readiness.ts'
import { spawnNode } from './supervisor.ts'

export const staff = { email: 'owner@example.com', password: 'known to everybody who reads this' }

interface Options {
  env?: NodeJS.ProcessEnv
  /** Number of API instances. One by default. */
  instances?: number
  /** Also starts a renderer in a separate process. */
  hasRenderer?: boolean
  /** Inserts records before the API starts. */
  fill?: (databaseUrl: string) => Promise<void>
  /** True if the database waits for the disk, as in production. */
  isDurable?: boolean
}

/** The built product on a temporary database, for benchmarks and screenshots. */
export async function startProduct({ env = {}, instances = 1, hasRenderer, fill, isDurable = false }: Options = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'product-'))
  const database = await startPostgres({ dataDir: path.join(folder, 'postgres'), throwaway: !isDurable })
  const ports = await Promise.all(Array.from({ length: instances }, () => freePort()))
  const environmentAt = (port: number): NodeJS.ProcessEnv => ({
    ...productEnvironment(database.url, port),
    FIRST_STAFF_EMAIL: staff.email,
    FIRST_STAFF_PASSWORD: staff.password,
    FILES_DIR: path.join(folder, 'files'),
    CAMPAIGNS_DIR: path.join(folder, 'campaigns'),
    ...env,
  })
  const [port = 0] = ports
  await migrate(environmentAt(port))
  await ensureFirstStaff(environmentAt(port))
  await fill?.(database.url())
  const logFile = path.join(folder, 'log')
  const log = openSync(logFile, 'w')
  const start = (program: string, at: number) => spawnNode(program, environmentAt(at), ['ignore', log, log])
  const servers = ports.map((at) => start(built.server, at))
  const renderers = hasRenderer ? [start(built.renderer, port)] : []
  for (const at of ports)
    if (!(await answers(`http://localhost:${at}/readyz`)))
      throw new Error(`The API did not become ready\n${readFileSync(logFile, 'utf8').slice(-4000)}`)
  return {
    origin: `http://localhost:${port}`,
    port,
    ports,
    servers,
    renderers,
    startRenderer() {
      const renderer = start(built.renderer, port)
      renderers.push(renderer)
      return renderer
    },
    databaseUrl: database.url(),
    async stop() {
      for (const child of [...servers, ...renderers]) {
        child.kill('SIGTERM')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
