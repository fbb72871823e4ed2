import { describe, expect, test, vi } from 'vitest'
import { insertLead, timeAgo } from '../../../test/harness.ts'
import { startMessageDesk } from '../../../test/message-desk.ts'

const { app, db, mailServer, call, notice, work, addRule, postLead, become, makeStaff } = await startMessageDesk()
const editor = await makeStaff('editor')

describe('rules', () => {
  test('notify each person once despite several rules, and never about older records', async () => {
    await postLead({ email: 'before@example.com' })
    await addRule()
    await addRule({ isForAll: true })
    await addRule({ condition: 'volume', volume: '5000-25000' })
    await addRule({ channel: 'inbox' })
    await db.query(`update notification_rule set created_at = now()`)
    await postLead({ volume: '25000-100000' })
    await work()
    await become('sent', 2)
    expect(new Set(mailServer.mails.flatMap(({ to }) => to)).size).toBe(2)
    expect((await call('GET', 'inbox')).json()).toMatchObject([{ kind: 'lead', title: 'Dana Example', isRead: false }])
  })

  test('with a minimum volume skip leads below it', async () => {
    await addRule({ condition: 'volume', volume: '5000-25000', channel: 'inbox' })
    await postLead({ volume: '1000-5000' })
    await postLead()
    await postLead({ volume: '5000-25000', firstName: 'Big' })
    await work()
    await vi.waitFor(
      async () => expect((await call('GET', 'inbox')).json()).toMatchObject([{ title: 'Big Example' }]),
      10_000,
    )
  })

  test('of spam notify no one', async () => {
    await addRule({ channel: 'inbox' })
    await postLead({ website: 'https://spam.example' })
    await postLead()
    await work()
    await vi.waitFor(async () => expect((await call('GET', 'inbox')).json()).toHaveLength(1), 10_000)
  })

  test('two workers at the same time notify once', async () => {
    await addRule()
    for (let count = 0; count < 5; count++) await postLead()
    await work()
    await work()
    await become('sent', 5)
    expect(mailServer.mails).toHaveLength(5)
  })
})

test('a clock set back by an hour hides no new record, and notifies no one twice', async () => {
  await addRule({ channel: 'inbox' })
  await db.query(`update notification_rule set created_at = now() - interval '1 day'`)
  const early = await insertLead(db, { first_name: 'Early', created_at: await timeAgo(db, '30 minutes') })
  await call('PATCH', `leads/${early}`, { ownerId: editor.id })
  await db.query(`update notice_state set leads_until = now() - interval '40 minutes'`)
  await notice()
  await db.query(`
    update lead set created_at = created_at + interval '1 hour';
    update record_change set created_at = created_at + interval '1 hour';
    update noticed_arrival set arrived_at = arrived_at + interval '1 hour';
    update notice_state set leads_until = leads_until + interval '1 hour', changes_until = changes_until + interval '1 hour'`)
  // While no worker ran.
  await insertLead(db, { first_name: 'Late', created_at: await timeAgo(db, '10 minutes') })
  await call('POST', `leads/${early}/notes`, { text: 'Look', mentions: [editor.id] })
  for (let times = 0; times < 3; times += 1) await notice()
  await postLead({ firstName: 'Now' })
  await notice()
  const { rows } = await db.query(
    `select string_agg(item.kind || ' ' || first_name, ', ' order by item.kind, first_name) as items
       from inbox_item item join lead on lead.id = lead_id group by staff_id = $1 order by staff_id = $1`,
    [editor.id],
  )
  expect(rows).toEqual([{ items: 'lead Early, lead Late, lead Now' }, { items: 'assigned Early, mention Early' }])
})

describe('new leads', () => {
  test('are assigned in rotation, and their owners are notified', async () => {
    const { rows } = await db.query(
      `select id from staff_user where role = 'editor' or id in (select staff_id from staff_session) order by id`,
    )
    const turn = rows.map(({ id }) => id)
    const { version } = (await call('GET', 'lead-routing-settings')).json()
    const changed = await call(
      'PUT',
      'lead-routing-settings',
      { confirmsVisitors: false, assigneeIds: turn },
      { 'if-match': String(version) },
    )
    expect(changed.statusCode).toBe(200)
    const owned = await insertLead(db, { owner_id: turn[0] })
    for (let count = 0; count < 2 * turn.length; count++) await postLead()
    await work()
    await vi.waitFor(async () => {
      const { rows: leads } = await db.query('select owner_id from lead where version > 1 order by created_at, id')
      expect(leads.map((lead) => lead.owner_id)).toEqual([...turn, ...turn])
    }, 20_000)
    expect(owned).toBeDefined()
    const { rows: items } = await db.query(`select staff_id, kind from inbox_item where kind = 'assigned'`)
    expect(items).toHaveLength(2 * turn.length)
    const { rows: events } = await db.query(`select actor, actor_id from record_change where record_type = 'lead'`)
    expect(events[0]).toEqual({ actor: 'Round robin', actor_id: null })
  })
})

/** A zone without DST where it is this hour at the given time. POSIX names count west of Greenwich. */
function zoneAtHour(hour: number, now: Date): string {
  const west = now.getUTCHours() - hour
  return `Etc/GMT${west < 0 ? west : `+${west}`}`
}

describe('the daily digest', () => {
  test('is sent once a day, without names', async () => {
    await addRule({ event: 'digest' })
    await db.query(`update notice_state set digest_on = current_date - 2`)
    await insertLead(db, { created_at: await timeAgo(db, '1 day'), first_name: 'Secret' })
    await work({ businessTimeZone: zoneAtHour(12, await timeAgo(db, '0 seconds')) })
    await become('sent')
    const [mail] = mailServer.mails
    expect(mail?.raw).toMatch(/New leads yesterday\W+1\b/)
    expect(mail?.raw).not.toContain('Secret')
  })
})

describe('colleagues', () => {
  test('are notified when they are assigned a lead or mentioned, but not of their own actions', async () => {
    const id = await postLead()
    await call('PATCH', `leads/${id}`, { ownerId: editor.id })
    await call('POST', `leads/${id}/notes`, { text: 'Look', mentions: [editor.id] })
    await notice()
    const list = await app.inject({ method: 'GET', url: '/api/admin/inbox', headers: { cookie: editor.cookie } })
    expect(list.json()).toMatchObject([
      { kind: 'mention', leadId: id, by: 'Staff owner' },
      { kind: 'assigned', leadId: id, by: 'Staff owner' },
    ])
    expect((await call('GET', 'inbox')).json()).toEqual([])
  })
})
