import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@app/embedded-postgres'
import { built, root } from '../product/paths.ts'
import { startProduct } from '../product/throwaway.ts'
import { pageMap } from './pages.ts'

// Runs nginx with the files of deploy/proxy in front of two API instances, as docker-compose.yml does, and checks the
// three hosts' responses over TLS.
const missing = ['nginx', 'envsubst', 'openssl'].filter((name) => spawnSync('which', [name]).status !== 0)
if (missing.length > 0) {
  console.error(
    `Install ${missing.join(', ')}: apt-get install nginx libnginx-mod-http-brotli-static gettext-base openssl`,
  )
  process.exit(2)
}
execFileSync('pnpm', ['-w', 'run', 'build'], { stdio: 'inherit' })

const folder = mkdtempSync(path.join(tmpdir(), 'deploy-'))
// nginx runs as another user.
chmodSync(folder, 0o755)
const hosts = { site: 'www.mail.localhost', admin: 'staff.mail.localhost', api: 'api.mail.localhost' }
const tlsPort = await freePort()
const originOf = (host: string) => `https://${host}:${tlsPort}`
const [site, admin, api] = [originOf(hosts.site), originOf(hosts.admin), originOf(hosts.api)]

const certificate = path.join(folder, 'tls.crt')
const key = path.join(folder, 'tls.key')
const names = Object.values(hosts).map((host) => `DNS:${host}`)
const selfSigned = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=smoke'.split(' ')
const forHosts = ['-addext', `subjectAltName=${names.join()}`, '-keyout', key, '-out', certificate]
execFileSync('openssl', [...selfSigned, ...forHosts], { stdio: 'ignore' })
chmodSync(key, 0o644)

const pages = path.join(folder, 'pages.map')
writeFileSync(pages, pageMap(built.site))
const proxies: ChildProcess[] = []

/** Starts one role of deploy/proxy as its image does, and waits until its ports are open. */
async function startNginx(role: string, settings: Record<string, string>): Promise<void> {
  const runDir = path.join(folder, role)
  mkdirSync(runDir)
  chmodSync(runDir, 0o777)
  const env = { PATH: process.env.PATH, RUN_DIR: runDir, PAGES: pages, API_URL: api, ...settings }
  const user = process.getuid?.() === 0 ? { uid: 33, gid: 33 } : {}
  const log = path.join(runDir, 'log')
  const script = path.join(root, 'deploy/proxy/start.sh')
  const nginx = spawn('sh', ['-c', `exec ${script} ${role} >${log} 2>&1`], { env, cwd: '/', ...user })
  proxies.push(nginx)
  while (!existsSync(path.join(runDir, 'nginx.pid'))) {
    if (nginx.exitCode !== null) throw new Error(`nginx for ${role} did not start:\n${readFileSync(log, 'utf8')}`)
    await sleep(20)
  }
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Sends a request to this machine with any Host header. The path is sent exactly as written. */
async function ask(address: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  const url = new URL(address)
  const call = request({
    host: '127.0.0.1',
    port: tlsPort,
    path: address.slice(url.origin.length) || '/',
    method: body === undefined ? 'GET' : 'POST',
    servername: url.hostname,
    ca: readFileSync(certificate),
    headers: { host: url.host, ...headers },
    agent: false,
  })
  call.end(body)
  // The event's only argument.
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
}

let failures = 0
function check(name: string, isFine: boolean, seen: unknown): void {
  if (!isFine) failures += 1
  console.log(isFine ? `ok      ${name}` : `FAILED  ${name}: ${JSON.stringify(seen)}`)
}

/** Checks the status and headers of a response. A pattern matches part of a header. */
async function expectAt(
  address: string,
  status: number,
  wanted: Record<string, RegExp> = {},
  sent = {},
  body?: string,
) {
  const answer = await ask(address, sent, body)
  const wrong = Object.entries(wanted).filter(([name, pattern]) => !pattern.test(String(answer.headers[name])))
  const isFine = answer.status === status && wrong.length === 0
  const seen = { status: answer.status, ...Object.fromEntries(wrong.map(([name]) => [name, answer.headers[name]])) }
  check(`${body === undefined ? 'GET' : 'POST'} ${address.slice(8)} ${JSON.stringify(sent)}`, isFine, seen)
}

const secured = {
  'strict-transport-security': /max-age=63072000/,
  'x-content-type-options': /nosniff/,
  'referrer-policy': /strict-origin-when-cross-origin/,
  'permissions-policy': /camera=\(\)/,
  'content-security-policy': /frame-ancestors 'none'/,
}
const json = { 'content-type': 'application/json' }
const lead = JSON.stringify({
  firstName: 'Dana',
  lastName: 'Example',
  email: 'dana@example.com',
  leadSource: 'Product Website',
  source: 'Main Website',
})

async function checkHosts(): Promise<void> {
  const page = { ...secured, 'cache-control': /^no-cache$/, 'content-type': /text\/html/ }
  const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(readFileSync(path.join(built.site, 'index.html'), 'utf8')) ?? []
  await expectAt(`${site}/print`, 200, { ...page, 'content-security-policy': new RegExp(`connect-src 'self' ${api};`) })
  await expectAt(site, 200, { 'content-encoding': /^br$/, vary: /Accept-Encoding/ }, { 'accept-encoding': 'gzip, br' })
  await expectAt(site, 200, { 'content-encoding': /^gzip$/ }, { 'accept-encoding': 'gzip' })
  await expectAt(`${site}${script}`, 200, { ...secured, 'cache-control': /max-age=31536000, immutable/ })
  await expectAt(`${site}/nope`, 404, page)
  await expectAt(`${site}/..%2f..%2fetc/passwd`, 400)
  await expectAt(`${site}/PRINT/FAQ?x=1`, 301, { location: /^\/print\/faq\?x=1$/ })
  await expectAt(`${site}/admin/samples?a=1`, 302, { location: new RegExp(`^${admin}/admin/samples\\?a=1$`) })
  await expectAt(`${admin}/admin/samples`, 200, { ...page, 'x-robots-tag': /noindex/ })
  await expectAt(`${admin}/admin/none.js`, 404)
  await expectAt(`${admin}/admin/.git/config`, 404)
  await expectAt(`${api}/api/pricing/products`, 200, { ...secured, 'cache-control': /no-store/ })
  await expectAt(`${api}/api/admin/leads`, 401)
  // Probes are internal.
  await expectAt(`${api}/readyz`, 404)
  const allowed = { 'access-control-allow-origin': new RegExp(`^${site}$`) }
  await expectAt(`${api}/api/leads`, 201, allowed, { ...json, origin: site, 'sec-fetch-site': 'same-site' }, lead)
  await expectAt(`${api}/api/leads`, 403, {}, { ...json, origin: 'https://evil.example' }, lead)
  await expectAt(`${api}/api/leads`, 413, {}, json, 'x'.repeat(70_000))
  await expectAt(`${api}/api/admin/scan-imports`, 401, {}, { ...json, origin: admin }, 'x'.repeat(70_000))
  const stranger = await ask(originOf('www.example.com')).catch((error: Error) => error.message)
  check('another host gets no response', typeof stranger === 'string', stranger)
}

const product = await startProduct({
  instances: 2,
  env: { SITE_DIR: '', ADMIN_DIR: '', SITE_URL: site, ADMIN_URL: `${admin}/admin`, TRUST_PROXY: '127.0.0.1' },
})
try {
  const [siteAt, adminAt] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`]
  await startNginx('site', { LISTEN: siteAt, WEB_ROOT: built.site, ADMIN_URL: `${admin}/admin` })
  await startNginx('admin', { LISTEN: adminAt, WEB_ROOT: built.admin })
  await startNginx('front', {
    LISTEN: `127.0.0.1:${await freePort()}`,
    LISTEN_TLS: `127.0.0.1:${tlsPort}`,
    TLS_CERTIFICATE: certificate,
    TLS_KEY: key,
    SITE_URL: site,
    ADMIN_URL: `${admin}/admin`,
    SITE_UPSTREAM: siteAt,
    ADMIN_UPSTREAM: adminAt,
    API_UPSTREAMS: product.ports.map((port) => `127.0.0.1:${port}`).join(' '),
  })
  await checkHosts()

  product.servers[0]?.kill('SIGKILL')
  const reads = await Promise.all(Array.from({ length: 50 }, () => ask(`${api}/api/pricing/products`)))
  check(
    'with one instance killed, no read fails',
    reads.every(({ status }) => status === 200),
    reads,
  )

  await ask(`${api}/api/set-password?link=a-secret-link`)
  const log = readFileSync(path.join(folder, 'front/log'), 'utf8')
  check('the log of the proxy has paths without queries', log.includes('set-password') && !log.includes('secret'), log)
} finally {
  for (const proxy of proxies) proxy.kill('SIGQUIT')
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
}
if (failures > 0) process.exitCode = 1
