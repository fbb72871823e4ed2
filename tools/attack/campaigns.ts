import { type Attack, attack } from './attack.ts'
import { asOwner, countRows, isProblem, lead, send } from './calls.ts'
import type { Target } from './target.ts'

const links = '/api/admin/campaign-links'
const link = { target: '/postcards', label: 'E27', campaign: 'E27', piece: null, isEnded: false }

const scan = (target: Target, path: string, headers: Record<string, string> = {}) =>
  fetch(`${target.plain}/q/${path}`, { redirect: 'manual', headers })

const badTargets = [
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'http://evil.example',
  'ftp://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https://user@evil.example',
  'https://www.example.com:pass@evil.example',
  'https:\\\\evil.example',
  ' https://evil.example',
  'evil.example',
  'http://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
]

export const campaignAttacks: Attack[] = [
  attack('E27', 'a short link that leads somewhere else than staff entered', async (target, checks) => {
    const origin = new URL(target.plain).origin
    const before = await countRows(target, 'campaign_link')
    for (const bad of badTargets)
      checks.failUnless(
        await isProblem(await asOwner(target, links, { ...link, target: bad }), 400),
        `a link to ${JSON.stringify(bad)} was made`,
      )
    checks.failUnless((await countRows(target, 'campaign_link')) === before, 'one of them was stored')
    // An answer of the contract.
    const { code } = (await (await asOwner(target, links, link)).json()) as { code: string }
    const tries: [string, Record<string, string>?][] = [
      [`${code}?target=https://evil.example&url=//evil.example&next=//evil.example`],
      [`${code}?m=other&m=third`],
      [code, { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }],
      [code, { referer: 'https://evil.example', origin: 'https://evil.example' }],
    ]
    for (const [path, headers] of tries) {
      const answer = await scan(target, path, headers)
      const location = answer.headers.get('location') ?? ''
      checks.failUnless(answer.status === 302, `${path} answered ${answer.status}`)
      checks.failUnless(new URL(location).pathname === '/postcards', `${path} leads to ${location}`)
      checks.failUnless(new URL(location).searchParams.get('m') === code, `${path} says ${location}`)
      checks.failUnless(!location.includes('evil'), `${path} leads to ${location}`)
      checks.failUnless(answer.headers.get('cache-control') === 'no-store', `${path} may be kept`)
    }
    for (const unknown of ['%2F%2Fevil.example', '..%2F..%2Fadmin', '%0d%0aSet-Cookie:a=b', 'x'.repeat(200), '%00']) {
      const answer = await scan(target, unknown)
      const location = answer.headers.get('location')
      const isRefused = answer.status === 400 || answer.status === 404
      checks.failUnless(isRefused || location === `${origin}/#unknown-link`, `${unknown} leads to ${location}`)
      checks.failUnless(answer.headers.get('set-cookie') === null, `${unknown} sets a cookie`)
    }
  }),
  attack(
    'E28',
    'what a form says of the visit, made to cost the lead or to break the database',
    async (target, checks) => {
      const at = '2026-11-20T15:04:05.123Z'
      const fine = { at, page: '/' }
      const visits: unknown[] = [
        7,
        [],
        'x',
        { first: fine },
        { first: fine, last: { ...fine, source: '\u0000' } },
        { first: fine, last: { ...fine, source: '\uD800' } },
        { first: fine, last: { ...fine, source: 'x'.repeat(50_000) } },
        { first: fine, last: { ...fine, at: 'soon' } },
        { first: fine, last: fine, __proto__: { isAdmin: true } },
        { first: fine, last: { ...fine, source: "'); drop table lead; --", campaign: '{"a":1}', mailCode: '%_\\' } },
      ]
      const email = 'e28@example.com'
      for (const touches of visits) {
        const answer = await send(target, '/api/leads', JSON.stringify({ ...lead, email, touches }))
        checks.failUnless(answer.status === 201, `${JSON.stringify(touches).slice(0, 60)} answered ${answer.status}`)
      }
      const stored = await countRows(target, `lead where email = '${email}'`)
      checks.failUnless(stored === visits.length, `${stored} of ${visits.length} leads were stored`)
      const report = await fetch(`${target.plain}/api/admin/attribution?by=source`, {
        headers: { cookie: target.cookie },
      })
      checks.failUnless(report.status === 200, `the report answered ${report.status}`)
    },
  ),
]
