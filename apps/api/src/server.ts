import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { openOrm } from './db/orm.ts'
import { startHousekeeping } from './housekeeping.ts'

/** Long enough for a slow answer to finish, short enough for an orchestrator's patience. */
const drainLimitMs = 10_000

function fail(lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(1)
}

function readSettings() {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) fail(error.problems)
    throw error
  }
}

const config = readSettings()
const orm = await openOrm(config.databaseUrl, config.poolMax)
const app = await buildApp(config, orm)
const stopHousekeeping = startHousekeeping(orm, config, app.log)

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), drainLimitMs).unref()
  stopHousekeeping()
  await app.close()
  await orm.close(true)
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())

try {
  await app.listen({ port: config.port, host: config.host })
} catch (error) {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') fail([`PORT ${config.port} is taken by another program`])
  if (code === 'EACCES') fail([`PORT ${config.port} may not be used by this user`])
  throw error
}
