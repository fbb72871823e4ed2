import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CampaignLink } from '@app/contract'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { assertTarget, targetOf } from './link-target.ts'
import { anotherInstance, leadInput, startApp } from '../../../test/harness.ts'

const { app, db, config, asStaff, cookieOf } = await startApp()

const browser = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile'
const input = { target: '/postcards', label: 'Spring, front', campaign: 'Spring', piece: 'Postcard', isEnded: false }

const url = '/api/admin/campaign-links'
const create = async (changes: object = {}): Promise<CampaignLink> =>
  (await asStaff({ method: 'POST', url, payload: { ...input, ...changes } })).json()
const change = (id: string, changes: object, headers: Record<string, string> = {}) =>
  asStaff({ method: 'PUT', url: `${url}/${id}`, payload: { ...input, ...changes }, headers })
const scan = (code: string, headers: Record<string, string> = { 'user-agent': browser }, rest: object = {}) =>
  app.inject({ method: 'GET', url: `/q/${code}`, headers, ...rest })
const countedOf = async (id: string) => {
  const { people, bots } = (await asStaff({ method: 'GET', url: `${url}/${id}` })).json()
  return { people, bots }
}

beforeEach(() => db.query('truncate campaign_link, campaign_scan_day, campaign_scan_batch'))

describe('createCampaignLink', () => {
  test('201 with a unique code and the URL for the QR code', async () => {
    const answer = await asStaff({ method: 'POST', url, payload: input })
    expect(answer.statusCode).toBe(201)
    const link: CampaignLink = answer.json()
    expect(link).toMatchObject({ ...input, people: 0, bots: 0, version: 1 })
    expect(link.code).toMatch(/^[0-9A-Za-z]{7}$/)
    expect(link.url).toBe(`${config.siteOrigin}/q/${link.code}`)
    expect((await create()).code).not.toBe(link.code)
  })

  test.each([
    'postcards',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'http://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user@example.com',
    'https://user:pass@example.com/x',
    'https:/example.com',
    'HTTPS:\\\\example.com',
    'https://',
    'https://[',
    ' /postcards',
  ])('400 for the target %j', { tags: ['E27'] }, async (target) => {
    const answer = await asStaff({ method: 'POST', url, payload: { ...input, target } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toMatchObject([{ pointer: '/target' }])
  })
})

describe('a target on the site', () => {
  const siteDir = mkdtempSync(path.join(tmpdir(), 'site-'))
  const site = { siteOrigin: 'https://site.example', siteDir }
  mkdirSync(path.join(siteDir, 'print'))
  for (const file of ['index.html', '404.html', 'print/postcards.html', 'robots.txt'])
    writeFileSync(path.join(siteDir, file), '')
  afterAll(() => rmSync(siteDir, { recursive: true }))

  test.each([
    '/',
    '/?size=6x9#top',
    '/Print/Postcards/',
    'https://site.example/print/postcards',
    '/robots.txt',
    '/api/docs',
  ])('%s exists', (target) => expect(() => assertTarget(target, site)).not.toThrow())

  test('pages of another site are not checked, nor any page where the site is served elsewhere', () => {
    expect(() => assertTarget('https://other.example/postcards', site)).not.toThrow()
    expect(() => assertTarget('/postcards', { ...site, siteDir: undefined })).not.toThrow()
  })

  test.each(['/postcards', '/404', '/print/none?x=1', 'https://site.example/postcards'])('%s is missing', (target) => {
    const { pathname } = new URL(target, site.siteOrigin)
    const errors = [{ pointer: '/target', detail: `must be a page on the site: ${pathname} doesn’t exist` }]
    expect(() => assertTarget(target, site)).toThrow(
      expect.objectContaining({ status: 400, errors: [expect.objectContaining(errors[0])] }),
    )
  })
})

describe('listCampaignLinks', () => {
  test('200 newest first, with the total', async () => {
    const first = await create()
    const second = await create({ piece: '' })
    const answer = await asStaff({ method: 'GET', url })
    expect(answer.json().map(({ id }: CampaignLink) => id)).toEqual([second.id, first.id])
    expect(answer.json()[0].piece).toBeNull()
    expect(answer.headers['x-total-count']).toBe('2')
  })

  test('200 with links whose name, campaign, piece, or code contains every word', async () => {
    const spring = await create({ label: 'Résumé 50%, front' })
    const fall = await create({ label: 'Letter', campaign: 'Fall mailing', piece: null })
    const found = async (q: string) =>
      (await asStaff({ method: 'GET', url: `${url}?q=${encodeURIComponent(q)}` }))
        .json()
        .map(({ id }: CampaignLink) => id)
    expect(await found('front resume')).toEqual([spring.id])
    expect(await found('FALL')).toEqual([fall.id])
    expect(await found('postcard')).toEqual([spring.id])
    expect(await found(fall.code)).toEqual([fall.id])
    expect(await found('5%f')).toEqual([])
  })
})

describe('getCampaignLink', () => {
  test('200 with the link, 404 when it does not exist', async () => {
    const link = await create()
    const answer = await asStaff({ method: 'GET', url: `${url}/${link.id}` })
    expect([answer.statusCode, answer.json().code]).toEqual([200, link.code])
    expect((await asStaff({ method: 'GET', url: `${url}/${randomUUID()}` })).statusCode).toBe(404)
  })
})

describe('updateCampaignLink', () => {
  test('200 keeps the code; 412 for an older version, 404 when it does not exist', async () => {
    const link = await create()
    const changed = await change(link.id, { label: 'Back' }, { 'if-match': '"1"' })
    expect([changed.statusCode, changed.json()]).toMatchObject([200, { label: 'Back', code: link.code, version: 2 }])
    expect((await change(link.id, {}, { 'if-match': '"1"' })).statusCode).toBe(412)
    expect((await change(randomUUID(), {})).statusCode).toBe(404)
  })
})

describe('redirectCampaignLink', () => {
  test('302 to the target on the site with the code, and to another host unchanged', async () => {
    const own = await create({ target: '/postcards?size=6x9#prices' })
    const answer = await scan(own.code)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers).toMatchObject({
      location: `${config.siteOrigin}/postcards?size=6x9&m=${own.code}#prices`,
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    const other = await create({ target: 'https://partner.example/offer?x=1' })
    for (const query of ['', '?piece=track_8Wm3kT6zQb1RfU9sLd5X'])
      expect((await scan(`${other.code}${query}`)).headers.location).toBe('https://partner.example/offer?x=1')
  })

  test('302 to the right explanation for a code that is unknown or has ended', async () => {
    const link = await create()
    for (const code of ['nothere', 'x'.repeat(200), '%E2%82%AC', '..%2F..', '%2F%2Fevil.example'])
      expect((await scan(code)).headers.location).toBe(`${config.siteOrigin}/#unknown-link`)
    await scan(link.code)
    await change(link.id, { isEnded: true })
    expect((await scan(link.code)).headers.location).toBe(`${config.siteOrigin}/#ended-link`)
    await change(link.id, { isEnded: false })
    expect((await scan(link.code)).headers.location).toContain('/postcards')
  })

  test('302 only to the target that staff entered, independent of the request', { tags: ['E27'] }, async () => {
    const link = await create()
    const location = `${config.siteOrigin}/postcards?m=${link.code}`
    const headers = { 'user-agent': browser, host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    expect((await scan(link.code, headers)).headers.location).toBe(location)
    const pieces = ['?piece=track_8Wm3kT6zQb1RfU9sLd5X', '?piece=a&piece=b', '?piece=', '?piece=a,%00', '?piece[a]=1']
    for (const query of [
      '?target=https://evil.example',
      '?url=//evil.example&url=2',
      '?m=other',
      '?fbclid=1',
      ...pieces,
    ])
      expect((await scan(`${link.code}${query}`)).headers.location).toBe(location)
  })

  test('302 for a request with a cookie, which is ignored', async () => {
    const link = await create()
    const answer = await scan(link.code, { 'user-agent': browser, cookie: await cookieOf() })
    expect(answer.statusCode).toBe(302)
    expect(answer.headers).not.toHaveProperty('set-cookie')
  })
})

describe('listCampaignScans', () => {
  test(
    '200 with one scan for 500 requests from one browser, and one for each address and browser',
    { tags: ['E31'] },
    async () => {
      const link = await create()
      const instance = await anotherInstance(config, { CAMPAIGNS_DIR: config.campaignsDir })
      const follow = (userAgent: string, remoteAddress: string) =>
        instance.inject({ url: `/q/${link.code}`, headers: { 'user-agent': userAgent }, remoteAddress })
      for (let times = 0; times < 500; times += 1) await follow(browser, '192.0.2.1')
      await follow(`${browser} Other`, '192.0.2.1')
      await follow(browser, '192.0.2.2')
      await follow(browser, '2001:db8::1')
      await follow(browser, '2001:db8::2')
      for (let times = 0; times < 3; times += 1) await follow('curl/8.0', '192.0.2.1')
      // Prefetched, then followed.
      const headers = { 'user-agent': browser, 'sec-purpose': 'prefetch' }
      await instance.inject({ url: `/q/${link.code}`, headers, remoteAddress: '192.0.2.3' })
      await follow(browser, '192.0.2.3')
      await instance.close()
      expect(await countedOf(link.id)).toEqual({ people: 5, bots: 2 })
    },
  )

  test('200 with people and bots by day; 404 when the link does not exist', async () => {
    const link = await create()
    const instance = await anotherInstance(config, { CAMPAIGNS_DIR: config.campaignsDir })
    const robots: Record<string, string>[] = [
      {},
      { 'user-agent': 'curl/8.0' },
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      { 'user-agent': 'WhatsApp/2.23' },
      { 'user-agent': browser, 'sec-purpose': 'prefetch;prerender' },
      { 'user-agent': `${browser} 9`, purpose: 'prefetch' },
      { 'user-agent': `${browser} 10`, 'x-purpose': 'preview' },
      { 'user-agent': `${browser} 11`, 'x-moz': 'prefetch' },
    ]
    const get = (headers: Record<string, string>) => instance.inject({ method: 'GET', url: `/q/${link.code}`, headers })
    for (let times = 0; times < 7; times += 1) await get({ 'user-agent': `${browser} ${times}` })
    for (const headers of robots) await get(headers)
    await instance.inject({ method: 'HEAD', url: `/q/${link.code}`, headers: { 'user-agent': `${browser} 8` } })
    // Counted scans are stored when the server closes, at the latest.
    await instance.close()
    expect(await countedOf(link.id)).toEqual({ people: 7, bots: 9 })
    const days = (await asStaff({ method: 'GET', url: `${url}/${link.id}/scans` })).json()
    expect(days).toEqual([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), people: 7, bots: 9 }])
    const none = await asStaff({ method: 'GET', url: `${url}/${link.id}/scans?from=2020-01-01&to=2020-01-31` })
    expect(none.json()).toEqual([])
    expect((await asStaff({ method: 'GET', url: `${url}/${randomUUID()}/scans` })).statusCode).toBe(404)
  })
})

test.each(['javascript:alert(1)', '//evil.example', 'http://evil.example', '/\\evil.example'])(
  'an invalid stored target redirects to the home page: %s',
  { tags: ['E27'] },
  (target) => {
    const link = { code: 'a', target, campaign: 'Spring', isEnded: false }
    expect(targetOf(link, 'https://www.example.com')).toBe('https://www.example.com/#unknown-link')
  },
)

test('a lead from a printed code counts for its campaign, even on an instance that saw no scan', async () => {
  const link = await create({ campaign: 'Fall Mailing' })
  await scan(link.code)
  const touch = { at: '2026-11-20T15:04:05.123Z', page: '/postcards', mailCode: link.code }
  const payload = { ...leadInput(), touches: { first: touch, last: touch } }
  const other = await anotherInstance(config, { CAMPAIGNS_DIR: `${config.campaignsDir}-other` })
  for (const one of [app, other]) await one.inject({ method: 'POST', url: '/api/leads', payload })
  await other.close()
  const report = await asStaff({ method: 'GET', url: '/api/admin/attribution?by=campaign' })
  expect(report.json().rows).toMatchObject([{ name: 'fall mailing', leads: 2 }])
})
