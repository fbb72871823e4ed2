import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EmbeddedPostgres, freePort, startPostgres } from '@app/embedded-postgres'
import { makeAuthority } from '../deploy/authority.ts'
import { answers, built, ensureFirstStaff, migrate, productEnvironment, spawnNode } from '../product/index.ts'

export const owner = { email: 'owner@example.com', password: 'a long enough secret' }

export interface Target {
  folder: string
  database: EmbeddedPostgres
  /** The product over plain HTTP, for the scanners. */
  plain: string
  /** The same over TLS, as visitors reach it, and the port that only redirects to it. */
  secure: string
  securePort: number
  redirectPort: number
  /** Certificate of the authority that signed its certificate. */
  authorityFile: string
  cookie: string
  /** Everything the API logged. */
  log: () => string
  close: () => Promise<void>
}

/** The built product twice, over HTTP and over TLS, on one database, with an owner who is signed in. */
export async function openTarget(): Promise<Target> {
  const folder = mkdtempSync(path.join(tmpdir(), 'attack-'))
  const database = await startPostgres({ dataDir: path.join(folder, 'postgres') })
  const [plainPort, innerPort, securePort, redirectPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  // Both take requests, and the first one also prints and sends messages.
  const withFiles = (environment: NodeJS.ProcessEnv) => ({ ...environment, FILES_DIR: path.join(folder, 'files') })
  const environment = withFiles({
    ...productEnvironment(database.url, plainPort),
    RUN_RENDERER: 'true',
    RUN_WORKER: 'true',
  })
  await migrate(environment)
  await ensureFirstStaff({ ...environment, FIRST_STAFF_EMAIL: owner.email, FIRST_STAFF_PASSWORD: owner.password })

  const secure = `https://localhost:${securePort}`
  const log = openSync(path.join(folder, 'api.log'), 'a')
  const inner = {
    ...withFiles(productEnvironment(database.url, innerPort)),
    SITE_URL: secure,
    ADMIN_URL: `${secure}/admin`,
    TRUST_PROXY: '127.0.0.1',
  }
  const processes = [environment, inner].map((one) => spawnNode(built.server, one, ['ignore', log, log]))

  const authority = makeAuthority()
  const authorityFile = path.join(folder, 'authority.pem')
  writeFileSync(authorityFile, authority.certificate)
  const pair = authority.issue(['localhost'])
  const front = createTlsServer({ key: pair.key, cert: pair.certificate }, (incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' }
    const { method, url } = incoming
    const call = request({ host: '127.0.0.1', port: innerPort, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    call.once('error', () => outgoing.destroy())
    incoming.pipe(call)
  })
  const redirect = createHttpServer((incoming, outgoing) => {
    outgoing.writeHead(301, { location: `${secure}${incoming.url}` }).end()
  })
  front.listen(securePort, '127.0.0.1')
  redirect.listen(redirectPort, '127.0.0.1')

  for (const port of [plainPort, innerPort])
    if (!(await answers(`http://127.0.0.1:${port}/readyz`, 20_000))) throw new Error('The product did not start')
  const plain = `http://localhost:${plainPort}`
  return {
    folder,
    database,
    plain,
    secure,
    securePort,
    redirectPort,
    authorityFile,
    cookie: await signIn(plain),
    log: () => readFileSync(path.join(folder, 'api.log'), 'utf8'),
    async close() {
      front.close()
      front.closeAllConnections()
      redirect.close()
      for (const one of processes) {
        one.kill('SIGTERM')
        if (one.exitCode === null && one.signalCode === null) await once(one, 'exit')
      }
      await database.stop()
      closeSync(log)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(owner),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  if (!cookie) throw new Error(`Sign-in answered ${answer.status}`)
  return cookie
}

/** Whether a program is installed. */
export const installed = (name: string): boolean => spawnSync('which', [name]).status === 0
