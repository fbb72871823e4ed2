import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, startPostgres } from '@app/embedded-postgres'
import pg from 'pg'
import { answers, built, migrate, productEnvironment, spawnNode } from '../product/index.ts'

/** The built product on a database and a folder of files of its own. `rendersHere`: one process, as with `npm start`. */
export async function startPrintProduct({ rendersHere }: { rendersHere: boolean }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'print-'))
  const database = await startPostgres({ dataDir: path.join(folder, 'postgres') })
  const port = await freePort()
  const metricsPort = await freePort()
  const files = path.join(folder, 'files')
  const environment = {
    ...productEnvironment(database.url, port),
    FILES_DIR: files,
    // Nobody asks for pages.
    SITE_DIR: '',
    ADMIN_DIR: '',
    RUN_RENDERER: String(rendersHere),
    LOG_LEVEL: 'warn',
  }
  await migrate(environment)
  const log = openSync(path.join(folder, 'log'), 'w')
  const output: ['ignore', number, number] = ['ignore', log, log]
  const api = spawnNode(built.server, environment, output)
  const renderer = rendersHere
    ? undefined
    : spawnNode(built.renderer, { ...environment, METRICS_PORT: String(metricsPort) }, output)
  const origin = `http://127.0.0.1:${port}`
  const said = () => readFileSync(path.join(folder, 'log'), 'utf8').slice(-4_000)
  if (!(await answers(`${origin}/readyz`, 20_000))) throw new Error(`The API did not become ready\n${said()}`)
  const db = new pg.Client({ connectionString: database.url() })
  await db.connect()
  if (renderer && !(await answers(`http://127.0.0.1:${metricsPort}/healthz`, 60_000)))
    throw new Error(`The renderer did not become ready\n${said()}`)

  return {
    origin,
    port,
    db,
    databaseUrl: database.url(),
    files,
    said,
    renderer,
    async stop() {
      for (const child of [renderer, api]) {
        child?.kill('SIGTERM')
        if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
      await db.end()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type PrintProduct = Awaited<ReturnType<typeof startPrintProduct>>
