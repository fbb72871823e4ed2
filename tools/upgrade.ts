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
import { callEveryOperation, type Contract, contractOf } from './upgrade/index.ts'

// During a rolling update, instances of this release and of the previous one share a database, before and after its
// migration. This builds both releases and calls every operation of each contract on both schemas.
const owner = { email: 'owner@example.com', password: 'a long enough secret' }
const readyLimitMs = 20_000
const asPromised = 'as promised'

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const migrationsFile = 'apps/api/src/db/migrations/index.ts'

const migrationsOf = (commit: string) =>
  [...git('show', `${commit}:${migrationsFile}`).matchAll(/name: '(.+?)'/g)].map(([, name]) => name)

/**
 * UPGRADE_FROM, or the previous release, or the last commit with fewer migrations than this one has. Migrations that were
 * replaced before a release have never run anywhere, so a commit that has them is skipped.
 */
function releaseBefore(): string {
  if (process.env.UPGRADE_FROM) return process.env.UPGRADE_FROM
  const [tag] = git('tag', '--list', 'v*', '--merged', 'HEAD^', '--sort=-version:refname').split('\n')
  if (tag) return tag
  const present = migrationsOf('HEAD')
  const changes = git('log', '--format=%h', '--', migrationsFile).split('\n')
  const before = changes.findIndex((commit) => {
    const names = migrationsOf(commit)
    return names.length < present.length && names.every((name, place) => name === present[place])
  })
  if (before < 1) throw new Error('No earlier commit has fewer migrations')
  return `${changes[before - 1]}^`
}

const folder = mkdtempSync(path.join(tmpdir(), 'upgrade-'))
const log = openSync(path.join(folder, 'log'), 'a')

/** Checks a release out into a folder of its own and builds it with its own dependencies. */
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

/** The contract of each release that has been started. */
const contracts = new Map<string, Contract>()

interface Row {
  schema: string
  API: string
  callers: string
  calls: number
  operations: number
  verdict: string
}

/** Calls every operation of one release and its worker, with its own contract and with that of the previous release. */
async function serve(
  schema: string,
  release: string,
  { server, worker }: Programs,
  settings: (port: number) => NodeJS.ProcessEnv,
): Promise<Row[]> {
  say(`${release} on the schema of ${schema}`)
  const crm = await startFakePipedrive()
  const port = await freePort()
  const environment = {
    ...settings(port),
    PIPEDRIVE_API_URL: crm.url,
    PIPEDRIVE_API_TOKEN: crm.token,
  }
  const programs = [server, worker].map((program) =>
    supervise(`${release} ${path.basename(program)}`, () => spawnNode(program, environment, ['ignore', log, log])),
  )
  const rows: Row[] = []
  try {
    const origin = `http://127.0.0.1:${port}`
    if (!(await answers(`${origin}/readyz`, readyLimitMs))) throw new Error(`${release} does not get ready`)
    contracts.set(release, await contractOf(origin))
    for (const [callers, contract] of contracts) {
      // Front ends are deployed last, so a new front end never calls an older API.
      if (release === before && callers !== before) continue
      const outcomes = await callEveryOperation(origin, owner, contract)
      const broken = outcomes.filter(({ isAsPromised }) => !isAsPromised)
      rows.push({
        schema,
        API: release,
        callers,
        calls: outcomes.length,
        operations: new Set(outcomes.map(({ operationId }) => operationId)).size,
        verdict: broken.map(({ operationId, status }) => `${operationId}: ${status}`).join('; ') || asPromised,
      })
    }
    const isSynced = await within(readyLimitMs, () => crm.stored.leads.length > 0 && crm.stored.deals.length > 0)
    if (!isSynced) throw new Error(`${release} did not sync to the CRM`)
    return rows
  } finally {
    await Promise.all(programs.map((program) => program.stop()))
    await crm.close()
  }
}

async function within(limitMs: number, condition: () => boolean): Promise<boolean> {
  for (const end = Date.now() + limitMs; !condition(); await new Promise((resolve) => setTimeout(resolve, 100)))
    if (Date.now() > end) return false
  return true
}

const before = releaseBefore()
say(`Building ${before} (${git('log', '-1', '--format=%h', before)}) in ${folder}`)
try {
  const programsOf = { [before]: buildOf(before), 'this code': built }
  const rows: Row[] = []
  for (const [migrated, { cli }] of Object.entries(programsOf)) {
    const database = await startPostgres({
      dataDir: path.join(folder, migrated.replaceAll(/\W/g, '-')),
      throwaway: true,
    })
    // A release from before there were two users connects as the owner.
    const isOld = migrated === before
    const settings = (port: number) => ({
      ...productEnvironment(database.url, port),
      ...(isOld && { DATABASE_URL: database.url() }),
    })
    const environment = settings(1)
    await migrate(environment, cli)
    const first = { FIRST_STAFF_EMAIL: owner.email, FIRST_STAFF_PASSWORD: owner.password }
    await ensureFirstStaff({ ...environment, ...first }, cli)
    // A database is migrated before the first instance of a release starts, so this code never meets the schema before.
    const served = Object.entries(programsOf).filter(([release]) => !isOld || release === before)
    for (const [release, programs] of served) rows.push(...(await serve(migrated, release, programs, settings)))
    await database.stop()
    const broken = rows.find(({ verdict }) => verdict !== asPromised)
    if (isOld && broken)
      throw new Error(
        `${before} does not keep its own contract (${broken.verdict}), so nobody ran it. Name another commit in UPGRADE_FROM.`,
      )
  }
  console.log(`\n${table(rows.map((row) => ({ ...row })))}\n`)
  if (rows.some(({ verdict }) => verdict !== asPromised)) {
    process.stderr.write(readFileSync(path.join(folder, 'log'), 'utf8').slice(-4000))
    process.exitCode = 1
  }
} finally {
  closeSync(log)
  rmSync(folder, { recursive: true, force: true })
}
