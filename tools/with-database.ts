import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { type ConnectionString, findPostgres, startPostgres } from '@app/embedded-postgres'
import { servingUser } from './product/database.ts'
import { root } from './product/paths.ts'
import { complain } from './product/say.ts'
import { givenSettings } from './product/start-settings.ts'

// Runs one of the API's commands on the database in DATABASE_URL, or on the embedded one of `npm start`, whether or not
// that is running.
const given = givenSettings(process.env)
const dataDir = path.resolve(root, given.DATA_DIR || '.data/postgres')

interface Access {
  env: NodeJS.ProcessEnv
  stop?: () => Promise<void>
}

const accessTo = (url: ConnectionString): NodeJS.ProcessEnv => ({
  DATABASE_URL: url('postgres', servingUser),
  MIGRATION_DATABASE_URL: url(),
})

async function open(): Promise<Access> {
  if (given.DATABASE_URL) return { env: {} }
  try {
    const { url, stop } = await startPostgres({ dataDir })
    return { env: accessTo(url), stop }
  } catch (error) {
    // Another process is running it.
    const url = (error as { code?: string }).code === 'in-use' ? await findPostgres(dataDir) : undefined
    if (!url) throw error
    return { env: accessTo(url) }
  }
}

try {
  const { env, stop } = await open()
  const { status } = spawnSync(process.execPath, [path.join(root, 'apps/api/src/cli.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...given, ...env },
  })
  await stop?.()
  process.exitCode = status ?? 1
} catch (error) {
  complain((error as Error).message)
  process.exitCode = 1
}
