import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { migrate } from '../src/migrate.ts'
import { insertLead, startApp } from './harness.ts'

const { app, db, ownerUrl, asStaff, cookieOf } = await startApp()
const [lost, replied] = [randomUUID(), randomUUID()]
const group = randomUUID()

/** Rows as the release before stored them. */
beforeAll(async () => {
  await cookieOf('owner')
  await db.query("delete from schema_migration where name = 'lead-report'")
  await db.query('alter table lead drop constraint lead_lost_reason_check')
  await db.query('update lead_routing_setting set mails_requesters = true')
  await insertLead(db, { id: lost, stage: 'lost', lost_reason: 'Half of what we charge', version: 2 })
  await insertLead(db, {
    id: replied,
    created_at: '2026-03-05T12:00:00Z',
    touch_keys: '{first.source=www.google.com,first.page=/,last.source=l.facebook.com,last.campaign=www.google.com}',
  })
  await db.query(
    `insert into record_change (id, group_id, record_type, record_id, action, version, before, after)
     values (gen_random_uuid(), $1, 'lead', $2, 'update', 2, $3, $4)`,
    [group, lost, { stage: 'new', lostReason: null }, { stage: 'lost', lostReason: 'Half of what we charge' }],
  )
  await db.query(
    `insert into message (id, channel, kind, recipient, lead_id, subject, content, created_at)
     select gen_random_uuid(), 'mail', 'reply', 'dana@example.com', $1, 'Hello', '{"paragraphs": []}', at::timestamptz
       from unnest(array['2026-03-05T15:00:00Z', '2026-03-05T12:30:00Z']) as at`,
    [replied],
  )
  await db.query(
    `insert into lead_view (id, staff_id, name, query)
     select gen_random_uuid(), id, 'Search', 'attribution=last.source%3Dwww.google.com' from staff_user limit 1`,
  )
  await migrate(ownerUrl)
})

const get = async (path: string) => (await asStaff({ method: 'GET', url: `/api/admin/${path}` })).json()

test('a free text is the note on a loss for another reason, in the lead and on its timeline', async () => {
  const text = 'Half of what we charge'
  expect((await get(`leads/${lost}`)).pipeline).toMatchObject({ stage: 'lost', lostReason: 'other', lostNote: text })
  expect((await get(`leads/${lost}/timeline`))[0].changes).toEqual([
    { field: 'stage', before: 'new', after: 'lost' },
    { field: 'lostReason', before: null, after: 'other' },
    { field: 'lostNote', before: null, after: text },
  ])
  const cookie = await cookieOf('owner')
  const undone = await app.inject({ method: 'POST', url: `/api/admin/changes/${group}/revert`, headers: { cookie } })
  expect(undone.statusCode).toBe(200)
  expect((await get(`leads/${lost}`)).pipeline).toMatchObject({ stage: 'new', lostReason: null, lostNote: null })
})

test('the first reply is that of the oldest message', async () => {
  expect(await get('leads?firstReplies=hour')).toMatchObject([{ id: replied }])
})

test('the spellings of a source are one, also in saved views', async () => {
  const { rows } = await db.query('select touch_keys from lead where id = $1', [replied])
  expect(rows[0].touch_keys).toEqual([
    'first.source=google',
    'first.page=/',
    'last.source=facebook',
    'last.campaign=www.google.com',
  ])
  expect(await get('lead-views')).toMatchObject([{ query: 'attribution=last.source%3Dgoogle.com' }])
  expect(await get('leads?attribution=first.source=google.com')).toHaveLength(1)
})

test('emails to requesters are off, because nobody had turned them on', async () => {
  expect(await get('lead-routing-settings')).toMatchObject({ mailsRequesters: false })
})

test('running it again changes nothing', async () => {
  const rows = 'select lead.*, record_change.after from lead left join record_change on record_id = lead.id order by 1'
  const before = (await db.query(rows)).rows
  await db.query("delete from schema_migration where name = 'lead-report'")
  await migrate(ownerUrl)
  expect((await db.query(rows)).rows).toEqual(before)
})
