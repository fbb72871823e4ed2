import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, startPostgres } from '@app/embedded-postgres'
import { startFakePipedrive } from './fake-pipedrive/index.ts'
import { table } from './load/table.ts'
import { answers, built, ensureFirstStaff, migrate, productEnvironment, spawnNode } from './product/index.ts'
import { root } from './product/paths.ts'
import { say } from './product/say.ts'
import { supervise } from './product/supervisor.ts'
import { callEveryOperation } from './upgrade/index.ts'

// While a release is rolled out its instances and those of the release before serve one database, before and after it
// is migrated. Both are built here, and each calls every operation of its contract on the schema of either.
const owner = { email: 'owner@example.com', password: 'a long enough secret' }
const readyLimitMs = 20_000

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** UPGRADE_FROM, else the release before this code, else the last commit before the last migration. */
function releaseBefore(): string {
  if (process.env.UPGRADE_FROM) return process.env.UPGRADE_FROM
  const [tag] = git('tag', '--list', 'v*', '--merged', 'HEAD^', '--sort=-version:refname').split('\n')
  return tag || `${git('log', '-1', '--format=%h', '--', 'apps/api/src/db/migrations/index.ts')}^`
}

const folder = mkdtempSync(path.join(tmpdir(), 'upgrade-'))
const log = openSync(path.join(folder, 'log'), 'a')

/** Its code in a folder of its own, with its own dependencies; resolves with its programs. */
function buildOf(release: string): { cli: string; server: string; worker: string } {
  const code = path.join(folder, 'code')
  mkdirSync(code)
  execFileSync('tar', ['-x'], {
    cwd: code,
    input: execFileSync('git', ['archive', release], { cwd: root, maxBuffer: 1e9 }),
  })
  const run = (...args: string[]) => execFileSync('pnpm', args, { cwd: code, stdio: ['ignore', log, log] })
  run('install', '--frozen-lockfile', '--prefer-offline')
  run('exec', 'turbo', 'run', 'build', '--filter=api')
  const program = (name: string) => path.join(code, 'apps/api/dist', name)
  return { cli: program('cli.mjs'), server: program('server.mjs'), worker: program('worker.mjs') }
}

type Programs = ReturnType<typeof buildOf>

/** Every operation of its contract by one release, with its worker, on a database that is there. */
async function serve(release: string, { server, worker }: Programs, databaseUrl: string) {
  const crm = await startFakePipedrive()
  const port = await freePort()
  const environment = {
    ...productEnvironment(databaseUrl, port),
    PIPEDRIVE_API_URL: crm.url,
    PIPEDRIVE_API_TOKEN: crm.token,
  }
  const programs = [server, worker].map((program) =>
    supervise(`${release} ${path.basename(program)}`, () => spawnNode(program, environment, ['ignore', log, log])),
  )
  try {
    const origin = `http://127.0.0.1:${port}`
    if (!(await answers(`${origin}/readyz`, readyLimitMs))) return { outcomes: [], faults: ['it does not get ready'] }
    const outcomes = await callEveryOperation(origin, owner)
    const faults = outcomes
      .filter(({ isAsPromised }) => !isAsPromised)
      .map(({ operationId, status }) => `${operationId}: ${status}`)
    const isTold = await within(readyLimitMs, () => crm.stored.leads.length > 0 && crm.stored.deals.length > 0)
    return { outcomes, faults: isTold ? faults : [...faults, 'the CRM was not told'] }
  } finally {
    await Promise.all(programs.map((program) => program.stop()))
    await crm.close()
  }
}

async function within(limitMs: number, holds: () => boolean): Promise<boolean> {
  for (const end = Date.now() + limitMs; !holds(); await new Promise((resolve) => setTimeout(resolve, 100)))
    if (Date.now() > end) return false
  return true
}

const before = releaseBefore()
say(`Building ${before} (${git('log', '-1', '--format=%h', before)}) in ${folder}`)
try {
  const programsOf = { [before]: buildOf(before), 'this code': built }
  const rows = []
  for (const [migrated, { cli }] of Object.entries(programsOf)) {
    const database = await startPostgres({
      dataDir: path.join(folder, migrated.replaceAll(/\W/g, '-')),
      throwaway: true,
    })
    const environment = productEnvironment(database.url(), 1)
    await migrate(environment, cli)
    const first = { FIRST_STAFF_EMAIL: owner.email, FIRST_STAFF_PASSWORD: owner.password }
    await ensureFirstStaff({ ...environment, ...first }, cli)
    for (const [release, programs] of Object.entries(programsOf)) {
      say(`${release} on the schema of ${migrated}`)
      const { outcomes, faults } = await serve(release, programs, database.url())
      rows.push({
        schema: migrated,
        API: release,
        calls: outcomes.length,
        operations: new Set(outcomes.map(({ operationId }) => operationId)).size,
        verdict: faults.join('; ') || 'as promised',
      })
    }
    await database.stop()
  }
  console.log(`\n${table(rows)}\n`)
  if (rows.some(({ verdict }) => verdict !== 'as promised')) {
    process.stderr.write(readFileSync(path.join(folder, 'log'), 'utf8').slice(-4000))
    process.exitCode = 1
  }
} finally {
  closeSync(log)
  rmSync(folder, { recursive: true, force: true })
}
