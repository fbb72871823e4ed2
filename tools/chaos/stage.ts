import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EmbeddedPostgres, freePort, startPostgres } from '@app/embedded-postgres'
import pg from 'pg'
import { signIn } from '../bench/live-pieces.ts'
import { textRows } from '../bench/rows.ts'
import { type FakePipedrive, startFakePipedrive } from '../fake-pipedrive/server.ts'
import { answers, built, ensureFirstStaff, migrate, productEnvironment, spawnNode } from '../product/index.ts'
import { supervise, type SupervisedProcess } from '../product/supervisor.ts'
import { staff } from '../product/throwaway.ts'

const readyLimitMs = 30_000

export interface Instance {
  url: string
  process: SupervisedProcess
}

/** The product as in production: two API instances, a worker, PostgreSQL, and a CRM. Each fault gets a new one. */
export class Stage {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'chaos-'))
  readonly files = path.join(this.folder, 'files')
  readonly #log = openSync(path.join(this.folder, 'log'), 'a')
  readonly #dataDir: string
  #databasePort = 0
  #renderer: SupervisedProcess | undefined
  database!: EmbeddedPostgres
  crm!: FakePipedrive
  instances: Instance[] = []
  worker!: SupervisedProcess

  private constructor(dataDir?: string) {
    this.#dataDir = dataDir ?? path.join(this.folder, 'postgres')
  }

  static async open(dataDir?: string): Promise<Stage> {
    const stage = new Stage(dataDir)
    stage.#databasePort = await freePort()
    await stage.startDatabase()
    stage.crm = await startFakePipedrive()
    await migrate(stage.#environment(await freePort()))
    stage.instances = [await stage.#startInstance(), await stage.#startInstance()]
    stage.worker = stage.#supervise('The worker', built.worker, 1)
    await stage.untilReady()
    return stage
  }

  /** Started only by faults that need it. */
  startRenderer(): SupervisedProcess {
    return (this.#renderer ??= this.#supervise('The renderer', built.renderer, 1))
  }

  /** Resolves with an owner's session cookie. */
  async signInStaff(): Promise<string> {
    const { email: FIRST_STAFF_EMAIL, password: FIRST_STAFF_PASSWORD } = staff
    await ensureFirstStaff({ ...this.#environment(await freePort()), FIRST_STAFF_EMAIL, FIRST_STAFF_PASSWORD })
    return signIn({ origin: this.instances[0]?.url ?? '' })
  }

  async startDatabase(): Promise<void> {
    this.database = await startPostgres({ dataDir: this.#dataDir, port: this.#databasePort })
  }

  /** Resolves with the milliseconds until every instance is ready. */
  async untilReady(): Promise<number> {
    const since = performance.now()
    for (const { url } of this.instances)
      if (!(await answers(`${url}/readyz`, readyLimitMs))) throw new Error(`${url} did not become ready`)
    return Math.round(performance.now() - since)
  }

  /** The rows of a query, with all values as text. */
  async query(text: string): Promise<string[][]> {
    const client = new pg.Client({ connectionString: this.database.url() })
    await client.connect()
    try {
      return await textRows(client, text)
    } finally {
      await client.end()
    }
  }

  async count(rows: string): Promise<number> {
    const [[count] = []] = await this.query(`select count(*) from ${rows}`)
    return Number(count)
  }

  /** The end of the combined log of all processes. */
  log = (): string => readFileSync(path.join(this.folder, 'log'), 'utf8').slice(-4000)

  async close(): Promise<void> {
    const processes = [...this.instances.map(({ process }) => process), this.worker, this.#renderer]
    await Promise.all(processes.map(async (one) => one?.stop()))
    await this.database.stop()
    await this.crm.close()
    closeSync(this.#log)
    rmSync(this.folder, { recursive: true, force: true })
  }

  #environment(port: number): NodeJS.ProcessEnv {
    return {
      ...productEnvironment(this.database.url, port),
      DATABASE_POOL_MAX: '10',
      FILES_DIR: this.files,
      CAMPAIGNS_DIR: path.join(this.folder, 'campaigns'),
      WEBHOOK_PRIVATE_RANGES: '127.0.0.1',
      PIPEDRIVE_API_URL: this.crm.url,
      PIPEDRIVE_API_TOKEN: this.crm.token,
    }
  }

  async #startInstance(): Promise<Instance> {
    const port = await freePort()
    return { url: `http://127.0.0.1:${port}`, process: this.#supervise(`The API on ${port}`, built.server, port) }
  }

  #supervise(name: string, program: string, port: number): SupervisedProcess {
    return supervise(name, () => spawnNode(program, this.#environment(port), ['ignore', this.#log, this.#log]))
  }
}
