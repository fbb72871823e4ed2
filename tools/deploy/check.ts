import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@app/embedded-postgres'
import { chromium } from 'playwright-core'
import { findChromium } from '../product/chromium.ts'
import { root } from '../product/paths.ts'
import { complain, say } from '../product/say.ts'
import { makeAuthority, type Pair } from './authority.ts'
import { startBackEnd } from './back-end.ts'
import { browserChecks } from './browser-checks.ts'
import { type Check, wireChecks } from './checks.ts'
import { CleanBuild } from './clean-build.ts'
import { readStages } from './dockerfile.ts'
import { holdPort } from './held-port.ts'
import { addressesAt, hostNames } from './hosts.ts'
import { startNginx } from './nginx.ts'
import { restartChecks } from './restart-checks.ts'
import { askOver } from './tls-request.ts'

// Checks the whole deployment on this machine without a container engine: it runs the Dockerfile's steps in a clean
// folder, starts two API instances and a worker from the result, puts nginx with the files of deploy/proxy in front of
// them, and then runs every check.
const needed = ['nginx', 'envsubst', 'docker-compose']
const missing = needed.filter((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
if (missing.length > 0) {
  complain(
    `deploy:check needs ${missing.join(', ')}: apt-get install nginx libnginx-mod-http-brotli-static gettext-base docker-compose`,
  )
  process.exit(2)
}

const folder = mkdtempSync(path.join(tmpdir(), 'deploy-check-'))
// Readable by nginx, which runs as another user.
chmodSync(folder, 0o711)
// The front ends are built with this port minutes before nginx listens on it.
const tls = await holdPort()
const addresses = addressesAt(tls.port)
/** The error logs of the nginx processes so far. */
const logs: (() => string)[] = []
const cleanUps: (() => Promise<unknown> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  complain((error as Error).stack ?? String(error))
  process.exitCode = 1
} finally {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
}

async function run(): Promise<boolean> {
  checkCompose()
  const stages = readStages(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))
  const build = new CleanBuild(folder, stages, { API_URL: addresses.api })
  build.run()

  const staff = { email: 'owner@example.com', password: 'known to everybody who reads this' }
  const backEnd = await startBackEnd(build, path.join(folder, 'postgres'), addresses, staff)
  cleanUps.push(backEnd.stop)
  const authority = makeAuthority()
  const httpPort = await startFronts(
    build,
    authority.issue(Object.values(hostNames)),
    authority.certificate,
    backEnd.ports,
  )

  const ask = askOver(authority.certificate)
  const folders = { site: build.place('site', '/srv'), admin: build.place('admin', '/srv') }
  const { executablePath, args, env } = await findChromium()
  const trust = `--ignore-certificate-errors-spki-list=${authority.keyHash}`
  const profile = path.join(folder, 'browser')
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, trust],
    env,
    reducedMotion: 'reduce',
  })
  cleanUps.push(() => context.close())
  context.setDefaultTimeout(20_000)

  return report([
    ...wireChecks(ask, addresses, folders),
    {
      name: 'in clear, a page moves to TLS',
      async run() {
        const location = await redirectInClear(httpPort)
        return location === `${addresses.site}/print` ? undefined : location
      },
    },
    {
      name: 'a host that is not ours gets no certificate',
      run: () =>
        ask(`https://www.example.com:${tls.port}/`).then(
          ({ status }) => `status ${status}`,
          () => undefined,
        ),
    },
    ...browserChecks(context, addresses, staff),
    ...restartChecks(ask, addresses, backEnd),
  ])
}

/** The compose file with all its optional additions and the settings of the example. */
function checkCompose(): void {
  const env = {
    ...process.env,
    POSTGRES_PASSWORD: 'x'.repeat(32),
    POSTGRES_API_PASSWORD: 'y'.repeat(32),
    SESSION_SECRET: 'x'.repeat(32),
    PIPEDRIVE_API_TOKEN: 'x',
    LOG_COLLECTOR: '127.0.0.1:24224',
  }
  const added = ['way-out.compose.yml', 'log-shipping.compose.yml', 'monitoring/compose.yml']
  const files = ['docker-compose.yml', ...added.map((file) => `deploy/${file}`)]
  const args = ['--env-file', 'deploy/example.env', ...files.flatMap((file) => ['--file', file]), 'config', '--quiet']
  const { status, stderr } = spawnSync('docker-compose', args, { cwd: root, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`docker-compose config:\n${stderr}`)
  say('docker-compose config: done')
}

/** Starts nginx three times: for the site, the admin app and TLS. Resolves with the port without TLS. */
async function startFronts(build: CleanBuild, pair: Pair, authority: string, apiPorts: number[]): Promise<number> {
  const [site, admin, clear] = [await freePort(), await freePort(), await freePort()]
  const certificate = path.join(folder, 'tls.crt')
  const key = path.join(folder, 'tls.key')
  writeFileSync(certificate, pair.certificate + authority)
  writeFileSync(key, pair.key)
  const local = (port: number) => `127.0.0.1:${port}`
  const start = async (role: string, port: number, settings: Record<string, string>) => {
    const stage = role === 'front' ? 'proxy' : role
    const nginx = await startNginx(build.place(stage, '/etc/proxy/start.sh'), role, port, {
      RUN_DIR: path.join(folder, `nginx-${role}`),
      WEB_ROOT: build.place(stage, '/srv'),
      API_URL: addresses.api,
      ...settings,
    })
    cleanUps.push(nginx.stop)
    logs.push(nginx.faults)
  }
  await start('site', site, { LISTEN: local(site), ADMIN_URL: addresses.admin })
  await start('admin', admin, { LISTEN: local(admin) })
  await tls.release()
  await start('front', tls.port, {
    LISTEN: local(clear),
    LISTEN_TLS: local(tls.port),
    TLS_CERTIFICATE: certificate,
    TLS_KEY: key,
    SITE_URL: addresses.site,
    ADMIN_URL: addresses.admin,
    SITE_UPSTREAM: local(site),
    ADMIN_UPSTREAM: local(admin),
    API_UPSTREAMS: apiPorts.map(local).join(' '),
  })
  return clear
}

/** Runs every check even when some fail, and prints a line for each. */
async function report(checks: readonly Check[]): Promise<boolean> {
  let failed = 0
  for (const { name, run } of checks) {
    const fault = await run().catch((error: unknown) => String(error).split('\n')[0])
    if (fault) failed += 1
    console.log(`${fault ? 'FAILED' : 'ok    '}  ${name}${fault ? `: ${fault}` : ''}`)
  }
  if (failed > 0) complain(`nginx said:\n${logs.map((faults) => faults().slice(-2_000)).join('\n')}`)
  console.log(`${checks.length - failed} passed, ${failed} failed`)
  return failed === 0
}

/** fetch() does not let its caller set the Host header. */
async function redirectInClear(port: number): Promise<string> {
  const call = request({ host: '127.0.0.1', port, path: '/print', headers: { host: hostNames.site } }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  response.resume()
  return response.headers.location ?? `status ${response.statusCode}`
}
