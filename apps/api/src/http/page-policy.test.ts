import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CspEvaluator } from 'csp_evaluator'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { scriptSources } from './built-pages.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'policies-'))
afterAll(() => rmSync(folder, { recursive: true }))
const site = path.join(folder, 'site')
for (const file of ['site/index.html', 'site/404.html', 'site/assets/a.js', 'admin/index.html', 'admin/assets/a.js']) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), file)
}
const script = 'note("the visit")'
writeFileSync(path.join(site, 'index.html'), `<script type="application/ld+json">{}</script><script>${script}</script>`)
const { app } = await startApp({ SITE_DIR: site, ADMIN_DIR: path.join(folder, 'admin') })

/** Findings of csp_evaluator that an attacker could use. */
const severeFindings = (policy: string) =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity === Severity.HIGH || severity === Severity.SYNTAX)
    .map(({ directive, description }) => `${directive}: ${description}`)

describe('the policy of a page', () => {
  test.each(['/', '/nowhere', '/admin', '/admin/samples', '/api/login', '/api/docs', '/api/admin/leads'])(
    'of %s allows no third-party script',
    { tags: ['C07'] },
    async (url) => {
      const policy = String((await app.inject(url)).headers['content-security-policy'])
      expect(policy).toMatch(/base-uri 'none'/)
      expect(severeFindings(policy)).toEqual([])
    },
  )

  test.each(['site.conf', 'admin.conf'])('in nginx’s %s allows no third-party script', { tags: ['C07'] }, (file) => {
    const text = readFileSync(path.join(import.meta.dirname, '../../../../deploy/proxy', file), 'utf8')
    const policies = [...text.matchAll(/"(default-src [^"]*)"/g)].map(([, policy = '']) =>
      policy.replaceAll('${API_URL}', 'https://api.example.com').replace('$script_sources', scriptSources(site)),
    )
    expect(policies).toHaveLength(2)
    expect(policies.flatMap(severeFindings)).toEqual([])
  })

  test.each(['/', '/nowhere'])('of %s allows the inline script of the built pages, and no other', async (url) => {
    const policy = String((await app.inject(url)).headers['content-security-policy'])
    const hash = createHash('sha256').update(script).digest('base64')
    expect(policy).toContain(`; script-src 'self' 'sha256-${hash}'; `)
  })

  test('would fail these tests if it were weak', () => {
    expect(severeFindings("script-src 'self' 'unsafe-inline' data:; object-src *")).not.toEqual([])
  })

  test.each(['/', '/admin', '/api/login'])('of %s says where to report violations', async (url) => {
    const { headers } = await app.inject(url)
    expect(headers['content-security-policy']).toMatch(/; report-to csp$/)
    expect(headers['reporting-endpoints']).toBe('csp="/api/csp-reports"')
  })
})
