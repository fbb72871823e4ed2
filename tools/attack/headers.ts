import { request } from 'node:https'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { type Attack, attack } from './attack.ts'
import { isProblem, send } from './calls.ts'
import type { Target } from './target.ts'

/** One URL for each kind of response: pages, files, redirects, errors, and what does not exist. */
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
  attack('C08', 'downgrading visitors from TLS', async (target, checks) => {
    for (const place of places) {
      const hsts = (await overTls(target, place))['strict-transport-security'] ?? ''
      const isLong = Number(/max-age=(\d+)/.exec(hsts)?.[1]) >= 31_536_000
      checks.failUnless(isLong && hsts.includes('includeSubDomains'), `${place} sends HSTS "${hsts}"`)
    }
  }),
  attack('C10', 'leaking addresses to other sites through the referrer', async (target, checks) => {
    const strict = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']
    for (const place of places) {
      const policy = String((await overTls(target, place))['referrer-policy'])
      checks.failUnless(strict.includes(policy), `${place} sends the referrer policy "${policy}"`)
    }
  }),
  attack('C11', 'a window that opened ours and keeps a reference', async (target, checks) => {
    for (const place of places)
      checks.failUnless(
        (await overTls(target, place))['cross-origin-opener-policy'] === 'same-origin',
        `${place} shares its browsing context group`,
      )
  }),
  attack('C12', 'data that a browser renders as a page', async (target, checks) => {
    for (const place of ['/api/admin/leads', '/api/openapi.json', '/api/pricing/products', '/api/nothing']) {
      const headers = await overTls(target, place)
      const type = headers['content-type'] ?? ''
      checks.failUnless(/^application\/(json; charset=utf-8|problem\+json)$/.test(type), `${place} is ${type}`)
      checks.failUnless(headers['x-content-type-options'] === 'nosniff', `${place} may be sniffed`)
    }
  }),
  attack('C13', 'oversized violation reports', async (target, checks) => {
    const headers = { 'content-type': 'application/reports+json' }
    const big = await send(target, '/api/csp-reports', JSON.stringify(['a'.repeat(17_000)]), headers)
    checks.failUnless(await isProblem(big, 413), `17 kB answered ${big.status}`)
    for (const place of ['/', '/admin', '/api/login'])
      checks.failUnless(
        String((await overTls(target, place))['content-security-policy']).includes('report-to'),
        `${place} does not name a reporting endpoint`,
      )
  }),
  attack('C15', 'access to camera, microphone, location and payment', async (target, checks) => {
    for (const place of ['/', '/admin', '/api/login', '/nothing-here']) {
      const policy = String((await overTls(target, place))['permissions-policy'])
      for (const feature of ['camera=()', 'microphone=()', 'geolocation=()', 'payment=()'])
        checks.failUnless(policy.includes(feature), `${place} may ask for ${feature}`)
    }
  }),
]
