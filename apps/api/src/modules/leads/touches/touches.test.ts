import { randomUUID } from 'node:crypto'
import type { Touches } from '@app/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertLead, leadInput, sampleRequestInput, startApp } from '../../../../test/harness.ts'
import { recountLeads } from '../lead-recount.ts'

const { app, db, orm, config, asStaff } = await startApp()

const at = '2026-11-20T15:04:05.123Z'
const fromSearch: Touches['first'] = { at, page: '/postcards', clickIdKind: 'gclid', clickId: 'abc' }
const fromMail: Touches['last'] = { at, page: '/', mailCode: 'Ab3dEf7', campaign: 'Spring Mailing' }
const touches: Touches = { first: fromSearch, last: fromMail, formPage: '/mortgage' }

const post = (changes: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/leads', payload: { ...leadInput(), ...changes }, headers })
const get = (url: string) => asStaff({ method: 'GET', url: `/api/admin/${url}` })
const report = async (query: string) => (await get(`attribution?${query}`)).json()
const keysOfOnlyLead = async () => (await db.query('select touch_keys from lead')).rows[0].touch_keys
const recount = () => recountLeads(orm.em.fork(), config.businessTimeZone)
const countAll = async () => {
  await db.query("update lead_fact_state set counted_until = '-infinity'")
  await recount()
}

beforeEach(async () => {
  await db.query('delete from lead')
  await countAll()
})

describe('a visitor’s attribution', () => {
  test('is stored with the lead, derived once, and shown in the lead, its timeline and its CSV', async () => {
    const { id } = (await post({ touches })).json()
    expect(await keysOfOnlyLead()).toEqual([
      'first.source=google',
      'first.campaign=',
      'first.page=/postcards',
      'first.piece=',
      'last.source=mail',
      'last.campaign=spring mailing',
      'last.page=/',
      'last.piece=Ab3dEf7',
    ])
    expect((await get(`leads/${id}`)).json().touches).toEqual(touches)
    expect((await get(`leads/${id}/timeline`)).json()).toMatchObject([{ kind: 'arrived', touches }])
    const csv = (await get('leads/export?columns=firstSource,lastSource,lastCampaign,lastPage,lastPiece')).body
    expect(csv).toContain('google,mail,spring mailing,/,Ab3dEf7')
  })

  test.each([
    [{ referrer: 'www.google.com' }, 'google'],
    [{ referrer: 'google.co.uk' }, 'google'],
    [{ source: 'Google' }, 'google'],
    [{ clickIdKind: 'gclid', clickId: 'x' }, 'google'],
    [{ referrer: 'news.google.example' }, 'news.google.example'],
    [{ referrer: 'm.facebook.com' }, 'facebook'],
    [{ source: 'fb' }, 'facebook'],
    [{ referrer: 't.co' }, 'x'],
    [{ referrer: 'www.example.com' }, 'example.com'],
    [{ source: 'constructor' }, 'constructor'],
    [{}, 'direct'],
  ] as const)('counts as one source in every spelling: %j', async (visit, source) => {
    const last = { at, page: '/', ...visit }
    await post({ touches: { first: last, last, formPage: '/' } })
    expect(await keysOfOnlyLead()).toContain(`last.source=${source}`)
    expect((await get(`leads?attribution=last.source=www.${source}`)).json()).toHaveLength(1)
  })

  test('is stored with a sample request', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/print-samples',
      payload: { ...sampleRequestInput(), touches },
    })
    expect(answer.statusCode).toBe(201)
    expect((await get('print-samples')).json()).toMatchObject([{ touches }])
  })

  test.each([
    ['a text', 'google'],
    ['null', null],
    ['a number', 7],
    ['an unknown member', { ...touches, visitor: 'Dana' }],
    ['a text that is too long', { ...touches, last: { ...fromMail, term: 'x'.repeat(201) } }],
    ['a character that PostgreSQL cannot store', { ...touches, last: { ...fromMail, term: 'a\u0000b' } }],
    ['half a character', { ...touches, last: { ...fromMail, term: '\uD800' } }],
    ['an unknown click id', { ...touches, last: { ...fromMail, clickIdKind: 'made-up' } }],
    ['sixty kilobytes', { ...touches, last: { ...fromMail, term: 'x'.repeat(60_000) } }],
    ['of more values than are checked', { first: Array.from({ length: 5_000 }, () => 0) }],
  ])('is dropped when it is %s, and the lead is stored', { tags: ['E28'] }, async (_what, given) => {
    const answer = await post({ touches: given })
    expect(answer.statusCode).toBe(201)
    const detail = (await get(`leads/${answer.json().id}`)).json()
    expect(detail.firstName).toBe(leadInput().firstName)
    expect(detail).not.toHaveProperty('touches')
    expect((await post({ touches: given, email: 'nobody' })).statusCode).toBe(400)
  })

  test('is not among the errors of a rejected lead', async () => {
    const answer = await post({ touches: 7, email: 'nobody' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/email'])
  })

  test('does not turn a repeated request into a new one', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await post({ touches }, headers)
    const again = await post({ touches: { ...touches, formPage: '/letters' } }, headers)
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
  })
})

describe('getLeadAttribution', () => {
  test('200 with leads, wins and values by attribution, before and after they are counted', async () => {
    const { id } = (await post({ touches })).json()
    await post({ touches })
    await post({})
    const rows = [
      { attribution: 'last.campaign=spring mailing', name: 'spring mailing', leads: 2, won: 1, valued: 1, value: 42.5 },
      { attribution: 'unknown', leads: 1, won: 0, valued: 0, value: 0 },
    ]
    const expected = { total: { leads: 3, won: 1, valued: 1, value: 42.5 }, rows }
    const work = { stage: 'won', wonValue: 42.5 }
    await asStaff({ method: 'PATCH', url: `/api/admin/leads/${id}`, payload: work })
    expect(await report('by=campaign')).toEqual(expected)
    await db.query(`update lead set created_at = created_at - interval '20 minutes'`)
    await countAll()
    expect((await db.query('select count(*)::int as rows from lead_fact')).rows[0].rows).toBeGreaterThan(0)
    expect(await report('by=campaign')).toEqual(expected)
  })

  test('200 with values that get longer in lower case, which are counted like others', async () => {
    const last = { at, page: '/', source: 'İ'.repeat(200), campaign: 'İ'.repeat(200) }
    await post({ touches: { first: last, last } })
    await db.query(`update lead set created_at = created_at - interval '20 minutes'`)
    await countAll()
    for (const by of ['source', 'campaign']) {
      const { total, rows } = await report(`by=${by}`)
      expect([total.leads, Array.from(rows[0].name).length]).toEqual([1, 200])
    }
  })

  test('200 by the first visit, by page and by piece, whose link has a name', async () => {
    await post({ touches })
    await db.query(
      `insert into campaign_link (id, code, target, label, campaign) values ($1, 'Ab3dEf7', '/', 'Spring card', 'Spring')
       on conflict do nothing`,
      [randomUUID()],
    )
    expect((await report('by=source&touch=first')).rows).toMatchObject([{ name: 'google' }])
    expect((await report('by=page')).rows).toMatchObject([{ name: '/' }])
    expect((await report('by=piece')).rows).toMatchObject([{ name: 'Ab3dEf7', label: 'Spring card', leads: 1 }])
    expect((await report('by=piece&touch=first')).rows).toMatchObject([{ name: '', attribution: 'first.piece=' }])
  })

  test('200 for a range of days of the business time zone', async () => {
    for (const created_at of ['2026-03-05T02:00:00Z', '2026-03-05T12:00:00Z', '2026-03-06T12:00:00Z'])
      await insertLead(db, { created_at, touch_keys: ['last.source=google'] })
    await countAll()
    expect((await report('by=source&from=2026-03-05&to=2026-03-05')).total.leads).toBe(1)
    expect((await report('by=source&from=2026-03-04&to=2026-03-06')).total.leads).toBe(3)
  })

  test('200 follows spam, merges, changes and deletions of counted leads', async () => {
    const old = { created_at: '2026-03-05T12:00:00Z', touch_keys: ['last.source=google'] }
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of ids) await insertLead(db, { id, ...old })
    await countAll()
    const leads = async () => (await report('by=source')).rows.map((row: { leads: number }) => row.leads)
    expect(await leads()).toEqual([3])
    await asStaff({ method: 'PUT', url: `/api/admin/leads/${ids[0]}/spam`, payload: { isSpam: true } })
    expect(await leads()).toEqual([2])
    await asStaff({ method: 'POST', url: `/api/admin/leads/${ids[1]}/merge`, payload: { into: ids[2] } })
    expect(await leads()).toEqual([1])
    await db.query('delete from lead where id = $1', [ids[2]])
    expect(await leads()).toEqual([1])
    await db.query('delete from lead')
    expect(await report('by=source')).toEqual({ total: { leads: 0, won: 0, valued: 0, value: 0 }, rows: [] })
  })

  test('200 counts a deal that is won in the CRM, but not one that is lost', async () => {
    await insertLead(db, { status: 'won', touch_keys: ['last.source=a'] })
    await insertLead(db, { status: 'lost', stage: 'won', won_cents: 500, touch_keys: ['last.source=a'] })
    expect((await report('by=source')).total).toEqual({ leads: 2, won: 1, valued: 0, value: 0 })
  })
})

describe('exportLeadAttribution', () => {
  test('200 with a line for each row', async () => {
    await post({ touches })
    await post({})
    const answer = await get('attribution/export?by=campaign')
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(
      '\uFEFFcampaign,leads,won,wonWithValue,value\r\nspring mailing,1,0,0,0\r\n(direct or unknown),1,0,0,0\r\n',
    )
  })
})

describe('the list for a figure', () => {
  test('has the leads that the figure counts, and their number', async () => {
    const { id } = (await post({ touches })).json()
    await asStaff({ method: 'PATCH', url: `/api/admin/leads/${id}`, payload: { stage: 'won' } })
    await post({ touches })
    const unknown = (await post({})).json()
    const listed = async (query: string) => {
      const answer = await get(`leads?${query}`)
      const ids = answer.json().map((lead: { id: string }) => lead.id)
      expect(answer.headers['x-total-count']).toBe(String(ids.length))
      return ids
    }
    for (const counted of [false, true]) {
      if (counted) {
        await db.query(`update lead set created_at = created_at - interval '20 minutes'`)
        await countAll()
      }
      const by = `attribution=${encodeURIComponent('last.campaign=spring mailing')}`
      expect(await listed(by)).toHaveLength(2)
      expect(await listed(`${by}&won=true`)).toEqual([id])
      expect(await listed(`${by}&won=false`)).toHaveLength(1)
      expect(await listed(`${by}&stage=won`)).toEqual([id])
      expect(await listed(`attribution=last.campaign%3Dspring`)).toEqual([])
      expect(await listed('attribution=unknown')).toEqual([unknown.id])
      expect(await listed('won=true')).toEqual([id])
    }
  })
})
