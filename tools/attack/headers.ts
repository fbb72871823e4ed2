import { request } from 'node:https'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { type Attack, attack } from './attack.ts'
import { isProblem, send } from './calls.ts'
import type { Target } from './target.ts'

/** One of every kind of answer: pages, files, redirects, refusals, and what is not there. */
const places = [
  '/',
  '/pricing/',
  '/admin',
  '/api/login',
  '/api/logout',
  '/api/openapi.json',
  '/api/docs',
  '/api/admin/leads',
  '/api/leads',
  '/api/nothing',
  '/nothing-here',
  '/assets/nothing.js',
  '/robots.txt',
  '/%E0%A4%A',
]

async function overTls(target: Target, path: string): Promise<IncomingHttpHeaders> {
  const call = request(target.secure + path, { ca: readFileSync(target.authorityFile) })
  call.end()
  const [answer] = await once(call, 'response')
  answer.resume()
  return answer.headers
}

export const headerAttacks: Attack[] = [
  attack('C08', 'being talked out of TLS', async (target, claims) => {
    for (const place of places) {
      const hsts = (await overTls(target, place))['strict-transport-security'] ?? ''
      const isLong = Number(/max-age=(\d+)/.exec(hsts)?.[1]) >= 31_536_000
      claims.holds(`${place} says "${hsts}"`, isLong && hsts.includes('includeSubDomains'))
    }
  }),
  attack('C10', 'telling others where a visitor was', async (target, claims) => {
    const strict = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']
    for (const place of places) {
      const policy = String((await overTls(target, place))['referrer-policy'])
      claims.holds(`${place} says "${policy}"`, strict.includes(policy))
    }
  }),
  attack('C11', 'a window that opened ours', async (target, claims) => {
    for (const place of places)
      claims.holds(
        `${place} may be held`,
        (await overTls(target, place))['cross-origin-opener-policy'] === 'same-origin',
      )
  }),
  attack('C12', 'data that is opened as a page', async (target, claims) => {
    for (const place of ['/api/admin/leads', '/api/openapi.json', '/api/pricing/products', '/api/nothing']) {
      const headers = await overTls(target, place)
      const type = headers['content-type'] ?? ''
      claims.holds(`${place} is ${type}`, /^application\/(json; charset=utf-8|problem\+json)$/.test(type))
      claims.holds(`${place} may be sniffed`, headers['x-content-type-options'] === 'nosniff')
    }
  }),
  attack('C13', 'a flood of reports, and large ones', async (target, claims) => {
    const headers = { 'content-type': 'application/reports+json' }
    const big = await send(target, '/api/csp-reports', JSON.stringify(['a'.repeat(17_000)]), headers)
    claims.holds(`17 kB answered ${big.status}`, await isProblem(big, 413))
    for (const place of ['/', '/admin', '/api/login'])
      claims.holds(
        `${place} does not say where to report`,
        String((await overTls(target, place))['content-security-policy']).includes('report-to'),
      )
  }),
  attack('C15', 'cameras, microphones, places and payments', async (target, claims) => {
    for (const place of ['/', '/admin', '/api/login', '/nothing-here']) {
      const policy = String((await overTls(target, place))['permissions-policy'])
      for (const feature of ['camera=()', 'microphone=()', 'geolocation=()', 'payment=()'])
        claims.holds(`${place} may ask for ${feature}`, policy.includes(feature))
    }
  }),
]
