import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort, startPostgres } from '@app/embedded-postgres'
import { startFakePipedrive } from '../fake-pipedrive/index.ts'
import { answers, ensureFirstStaff, migrate, servingUser, spawnNode } from '../product/index.ts'
import type { CleanBuild } from './clean-build.ts'
import type { Addresses } from './hosts.ts'

export interface BackEnd {
  /** Ports of the API's instances. */
  ports: number[]
  kill: (instance: number) => void
  /** Stops an instance as an orchestrator does, starts it again and waits until it is ready. */
  restart: (instance: number) => Promise<void>
  stop: () => Promise<void>
}

interface Program {
  child: ChildProcess
  launch: () => ChildProcess
  probe: string
}

async function end({ child }: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function untilHealthy(probe: string): Promise<void> {
  if (!(await answers(`http://127.0.0.1:${probe}`, 20_000))) throw new Error(`${probe} did not become healthy`)
}

/** A database, two instances of the API and a worker, run from the same files as the images contain. */
export async function startBackEnd(
  build: CleanBuild,
  dataDir: string,
  addresses: Addresses,
  staff: { email: string; password: string },
): Promise<BackEnd> {
  const database = await startPostgres({ dataDir, throwaway: true })
  const crm = await startFakePipedrive()
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATABASE_URL: database.url('postgres', servingUser),
    SESSION_SECRET: 'known to everybody who reads this file',
    SITE_URL: addresses.site,
    ADMIN_URL: addresses.admin,
    API_URL: addresses.api,
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '2',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_WRITES_PER_MINUTE: '1000000',
    RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000',
    PIPEDRIVE_API_URL: crm.url,
    PIPEDRIVE_API_TOKEN: crm.token,
  }
  const file = (name: string) => build.place('api', `/app/dist/${name}.mjs`)
  await migrate({ ...env, MIGRATION_DATABASE_URL: database.url() }, file('cli'))
  await ensureFirstStaff({ ...env, FIRST_STAFF_EMAIL: staff.email, FIRST_STAFF_PASSWORD: staff.password }, file('cli'))

  const start = (script: string, settings: Record<string, string>, probe: string): Program => {
    const launch = () => spawnNode(script, { ...env, ...settings })
    return { launch, child: launch(), probe }
  }
  const ports = [await freePort(), await freePort()]
  const instances = ports.map((port) => start(file('server'), { PORT: String(port) }, `${port}/readyz`))
  const workerPort = await freePort()
  const workerFile = build.place('worker', '/app/dist/worker.mjs')
  const worker = start(workerFile, { METRICS_PORT: String(workerPort) }, `${workerPort}/healthz`)
  const programs = [...instances, worker]
  const stop = async () => {
    await Promise.all(programs.map(end))
    await crm.close()
    await database.stop()
  }
  try {
    await Promise.all(programs.map(({ probe }) => untilHealthy(probe)))
  } catch (error) {
    await stop()
    throw error
  }

  const named = (instance: number) => instances[instance] ?? instances[0]!
  return {
    ports,
    stop,
    kill: (instance) => void named(instance).child.kill('SIGKILL'),
    async restart(instance) {
      const program = named(instance)
      await end(program)
      program.child = program.launch()
      await untilHealthy(program.probe)
    },
  }
}
