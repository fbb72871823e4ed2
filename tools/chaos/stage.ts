import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EmbeddedPostgres, freePort, startPostgres } from '@app/embedded-postgres'
import pg from 'pg'
import { type FakePipedrive, startFakePipedrive } from '../fake-pipedrive/index.ts'
import { answers, built, ensureFirstStaff, migrate, productEnvironment, spawnNode } from '../product/index.ts'
import { type Supervised, supervise } from '../product/supervisor.ts'
import { type Balancer, hasBalancer, startBalancer } from './balancer.ts'

export const readyLimitMs = 20_000

export const owner = { email: 'owner@example.com', password: 'a long enough secret' }

export interface Instance {
  port: number
  url: string
  process: Supervised
}

/** The product as in production: two API instances behind a load balancer, a worker, PostgreSQL and a CRM. */
export class Stage {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'chaos-'))
  readonly files = path.join(this.folder, 'files')
  /** Where the renderer keeps what its browser starts with. */
  readonly rendererTmp = path.join(this.folder, 'renderer')
  readonly #log = openSync(path.join(this.folder, 'api.log'), 'a')
  #databasePort = 0
  #balancer: Balancer | undefined
  database!: EmbeddedPostgres
  crm!: FakePipedrive
  front = 0
  instances: Instance[] = []
  worker!: Supervised

  static async open(): Promise<Stage> {
    const stage = new Stage()
    stage.#databasePort = await freePort()
    await stage.startDatabase()
    stage.crm = await startFakePipedrive()
    const environment = stage.environment(await freePort())
    await migrate(environment)
    await ensureFirstStaff({ ...environment, FIRST_STAFF_EMAIL: owner.email, FIRST_STAFF_PASSWORD: owner.password })
    stage.instances = [await stage.startInstance(), await stage.startInstance()]
    stage.worker = supervise('The worker', () => spawnNode(built.worker, stage.environment(1), stage.#output()))
    const ports = stage.instances.map(({ port }) => port)
    stage.front = hasBalancer ? await freePort() : (ports[0] ?? 0)
    if (hasBalancer) stage.#balancer = await startBalancer(stage.folder, stage.front, ports)
    await stage.untilReady()
    return stage
  }

  environment(port: number): NodeJS.ProcessEnv {
    return {
      ...productEnvironment(this.database.url, port),
      DATABASE_POOL_MAX: '10',
      DRAIN_SECONDS: '3',
      CHAOS_FOLDER: this.folder,
      FILES_DIR: this.files,
      CAMPAIGNS_DIR: path.join(this.folder, 'campaigns'),
      NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'collect-garbage.ts')}`,
      TRUST_PROXY: '127.0.0.1',
      WEBHOOK_PRIVATE_RANGES: '127.0.0.1',
      PIPEDRIVE_API_URL: this.crm?.url,
      PIPEDRIVE_API_TOKEN: this.crm?.token,
    }
  }

  async startInstance(extra: NodeJS.ProcessEnv = {}): Promise<Instance> {
    const port = await freePort()
    const environment = { ...this.environment(port), ...extra }
    const process = supervise(`The API on port ${port}`, () => spawnNode(built.server, environment, this.#output()))
    return { port, url: `http://127.0.0.1:${port}`, process }
  }

  /** Only the faults of the print API need one. */
  startRenderer(): Supervised {
    mkdirSync(this.rendererTmp)
    const environment = { ...this.environment(1), TMPDIR: this.rendererTmp }
    return supervise('The renderer', () => spawnNode(built.renderer, environment, this.#output()))
  }

  async startDatabase(): Promise<void> {
    this.database = await startPostgres({ dataDir: path.join(this.folder, 'postgres'), port: this.#databasePort })
  }

  /** Resolves with the milliseconds until every instance is ready, also through the load balancer. */
  async untilReady(): Promise<number> {
    const since = Date.now()
    const ways = [...this.instances.map(({ url }) => url), `http://127.0.0.1:${this.front}`]
    for (const url of ways)
      if (!(await answers(`${url}/readyz`, readyLimitMs))) throw new Error(`${url} did not come back\n${this.log()}`)
    return Date.now() - since
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.database.url() })
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /** What the instances and the worker logged. */
  log = (): string => readFileSync(path.join(this.folder, 'api.log'), 'utf8').slice(-4000)

  async close(): Promise<void> {
    await Promise.all([...this.instances.map(({ process }) => process), this.worker].map((one) => one?.stop()))
    await this.#balancer?.stop()
    await this.database?.stop()
    await this.crm?.close()
    closeSync(this.#log)
    rmSync(this.folder, { recursive: true, force: true })
  }

  #output(): ['ignore', number, number] {
    return ['ignore', this.#log, this.#log]
  }
}
