import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '@app/embedded-postgres'
import { root } from './product/paths.ts'
import { complain } from './product/say.ts'

// Runs one of the API's commands on the database of DATABASE_URL, or on the embedded one of `npm start`, whether that
// runs or not.
const dataDir = path.resolve(root, process.env.DATA_DIR ?? '.data/postgres')

/** Address of the embedded server that another process runs. */
function runningAddress(): string | undefined {
  try {
    // PostgreSQL writes its port into the fourth line.
    const port = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[3]
    return port && `postgres://app@127.0.0.1:${port}/postgres`
  } catch {
    return undefined
  }
}

async function open(): Promise<{ url: string; server?: EmbeddedPostgres }> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL }
  try {
    const server = await startPostgres({ dataDir })
    return { url: server.url(), server }
  } catch (error) {
    const url = (error as { code?: string }).code === 'in-use' ? runningAddress() : undefined
    if (!url) throw error
    return { url }
  }
}

try {
  const { url, server } = await open()
  const { status } = spawnSync(process.execPath, [path.join(root, 'apps/api/src/cli.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: url },
  })
  await server?.stop()
  process.exitCode = status ?? 1
} catch (error) {
  complain((error as Error).message)
  process.exitCode = 1
}
