import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { lead, paths, product, sample } from './calls.ts'
import { installed, type Target } from './target.ts'

/** What a scanner found at one URL. */
interface Scan {
  /** In the scanner's own words. An empty list is a pass. */
  findings: string[]
  output: string
}

export interface Scanner {
  /** Of the attack table. */
  row: string
  name: string
  /** The program it needs. */
  program?: string
  scan: (folder: string, product: Address) => Promise<Scan>
}

interface Address {
  url: string
  port: number
  isBad: boolean
  target: Target
}

async function runProgram(name: string, args: string[], limitSeconds: number, env: NodeJS.ProcessEnv = {}) {
  const command = ['-k', '5', String(limitSeconds), name, ...args]
  const child = spawn('timeout', command, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const [out, faults] = await Promise.all([text(child.stdout), text(child.stderr)])
  return out + faults
}

const readJson = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** Asks for a browser filter that was removed because it introduced vulnerabilities. Leaving the header out is correct. */
const wrongAdvice = /X-XSS-Protection/i

const wapitiModules = 'sql,blindsql,xss,permanentxss,file,exec,crlf,redirect,backup,csp,http_headers,cookieflags'

const wapiti: Scanner = {
  row: 'D01',
  name: 'wapiti',
  program: 'wapiti',
  async scan(folder, { url, isBad, target }) {
    const file = path.join(folder, `wapiti-${isBad}.json`)
    // Over TLS, because some of its checks apply only there.
    const base = isBad ? url : target.secure
    const starts = isBad ? [] : ['/admin', '/api/login', '/print', '/pricing'].flatMap((page) => ['-s', base + page])
    const output = await runProgram(
      'wapiti',
      // prettier-ignore
      ['-u', `${base}/`, ...starts, '-m', wapitiModules, '-f', 'json', '-o', file, '--flush-session', '--verify-ssl', '0',
        '-d', '2', '--max-links-per-page', '20', '--max-scan-time', '90', '--store-session', folder, '-v', '0'],
      240,
    )
    // wapiti's report.
    const report = readJson(file) as { vulnerabilities: Record<string, { info: string; path: string }[]> } | undefined
    if (!report) return { findings: ['it left no report'], output }
    const findings = Object.entries(report.vulnerabilities).flatMap(([kind, ones]) =>
      ones.filter(({ info }) => !wrongAdvice.test(info)).map(({ info, path: where }) => `${kind}: ${info} (${where})`),
    )
    return { findings, output }
  },
}

const sqlmap: Scanner = {
  row: 'D05',
  name: 'sqlmap',
  program: 'sqlmap',
  async scan(folder, { url, isBad, target }) {
    const staff = ['--cookie', target.cookie]
    const json = (body: object) => ['--headers', 'content-type: application/json', '--data', JSON.stringify(body)]
    const lists = ['leads?q=a&status=new&source=B&limit=5', 'print-samples?q=a&pipedriveStatus=synced&order=work']
    const calls = isBad
      ? [['-u', `${url}/note?id=1`]]
      : [
          ['-u', url + paths.leads, ...json({ ...lead, message: 'C' })],
          ['-u', url + paths.samples, ...json(sample)],
          ['-u', `${url}/api/login`, '--data', 'email=a@example.com&password=b'],
          ['-u', url + paths.products, ...json(product), ...staff],
          ...[...lists, 'pricing/audit?actor=a&limit=5'].map((list) => ['-u', `${url}/api/admin/${list}`, ...staff]),
          ['-u', `${url}/api/admin/leads/01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11*`, ...staff],
        ]
    const findings: string[] = []
    let output = ''
    for (const call of calls) {
      // Sign-ins are slow by design, so they get the fewest attempts.
      const level = call[1]?.endsWith('/api/login') ? '1' : '3'
      // prettier-ignore
      const options = ['--batch', '--flush-session', '--level', level, '--risk', '2', '--technique', 'BEU', '--threads', '2',
        '--disable-coloring', '--output-dir', path.join(folder, 'sqlmap'), '--ignore-code', '400,401,404,409,422', '--answers', 'JSON=Y']
      const said = await runProgram('sqlmap', [...call, ...options], 120)
      output += said
      if (/is vulnerable|identified the following injection/.test(said)) findings.push(`injectable: ${call[1]}`)
      else if (!/do not appear to be injectable/.test(said))
        findings.push(`no verdict on ${call[1]}: ${said.slice(-200)}`)
    }
    return { findings, output }
  },
}

const slowhttptest = (mode: '-H' | '-B', name: string, seconds: number): Scanner => ({
  row: 'E17',
  name: `slowhttptest, ${name}`,
  program: 'slowhttptest',
  async scan(_folder, { port, isBad }) {
    const address = `http://127.0.0.1:${port}${mode === '-B' ? '/api/leads' : '/healthz'}`
    const options = [
      mode,
      ...(mode === '-B' ? ['-f', 'application/json'] : []),
      '-c',
      '150',
      '-r',
      '150',
      '-i',
      '4',
      '-x',
      '10',
      '-p',
      '3',
      '-l',
      String(seconds),
      '-u',
      address,
    ]
    const output = await runProgram('slowhttptest', options, seconds + 30)
    // eslint-disable-next-line no-control-regex
    const plain = output.replaceAll(/\u001B\[[\d;]*m/g, '')
    const isServing = /service available:\s+(\w+)(?![\s\S]*service available:)/.exec(plain)?.[1] === 'YES'
    const endedAfter = Number(/Test ended on (\d+)/.exec(plain)?.[1] ?? Number.NaN)
    const wereClosed = plain.includes('No open connections left')
    if (!(endedAfter > 3)) return { findings: isBad ? [] : ['it was never slow'], output: plain }
    const findings = [
      ...(wereClosed ? [] : [`slow callers are still connected after ${endedAfter} s`]),
      ...(isServing ? [] : ['others are not served']),
    ]
    return { findings, output: plain }
  },
})

const secretPaths = [
  '.env',
  '.git/config',
  '.git/HEAD',
  '.htaccess',
  '.DS_Store',
  'backup.zip',
  'backup.sql',
  'dump.sql',
  'db.sqlite',
  'metrics',
  'debug',
  'server-status',
  'phpinfo.php',
  'wp-login.php',
  'config.json',
  'package.json',
  'server.mjs',
  'api/admin/leads',
  'api/admin/leads/export',
  'api/admin/staff',
  'api/admin/stats',
  'api/../.env',
  'assets/../.env',
  'api/debug',
  'api/metrics',
  'graphql',
  'actuator/health',
  'console',
  'swagger.json',
  'admin/../.env',
  '%2e%2e/.env',
  'index.html.bak',
  'index.html~',
  'assets/',
  'api/',
  'robots.txt.old',
  '..%2f..%2fetc%2fpasswd',
  'etc/passwd',
]

const ffuf: Scanner = {
  row: 'A05',
  name: 'ffuf',
  program: 'ffuf',
  async scan(folder, { url, isBad }) {
    const [list, file] = [path.join(folder, 'paths.txt'), path.join(folder, `ffuf-${isBad}.json`)]
    writeFileSync(list, secretPaths.join('\n'))
    const output = await runProgram(
      'ffuf',
      ['-u', `${url}/FUZZ`, '-w', list, '-mc', '200-299', '-o', file, '-of', 'json', '-fr', '(?i)<!doctype html', '-s'],
      60,
    )
    // ffuf's report.
    const report = readJson(file) as { results: { url: string; status: number }[] } | undefined
    if (!report) return { findings: ['it left no report'], output }
    return { findings: report.results.map((one) => `${one.status} ${one.url}`), output }
  },
}

/** Runs in a process of its own that trusts the authority of our certificate. */
const observatory = (page: string): Scanner => ({
  row: 'C14',
  name: `MDN Observatory, ${page}`,
  async scan(_folder, { port, isBad, target }) {
    const script = path.join(import.meta.dirname, 'observatory.ts')
    const ports = isBad ? [port, port] : [target.redirectPort, target.securePort]
    const output = await runProgram(process.execPath, [script, ...ports.map(String), isBad ? '/' : page], 60, {
      NODE_EXTRA_CA_CERTS: target.authorityFile,
      NODE_NO_WARNINGS: '1',
    })
    const score = Number(/^score (\d+)/m.exec(output)?.[1] ?? Number.NaN)
    return { findings: score >= 115 ? [] : [output.trim().split('\n').join(' | ')], output }
  },
})

export const scanners: Scanner[] = [
  observatory('/'),
  observatory('/admin'),
  ffuf,
  slowhttptest('-H', 'headers', 16),
  slowhttptest('-B', 'bodies', 36),
  sqlmap,
  wapiti,
]

export const isAbsent = ({ program }: Scanner): boolean => program !== undefined && !installed(program)
