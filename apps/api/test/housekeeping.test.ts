import { expect, test, vi } from 'vitest'
import { startHousekeeping } from '../src/housekeeping.ts'
import { deleteExpired, deleteOld } from '../src/retention.ts'
import { insertLead, startApp, timeAgo } from './harness.ts'

const { orm, config, db, makeStaff, countRows } = await startApp()

test('expired sessions, links and counts are deleted, and the others stay', async () => {
  await makeStaff()
  await db.query("update staff_session set seen_at = now() - interval '31 minutes'")
  await makeStaff()
  await db.query(
    "update staff_session set created_at = now() - interval '13 hours' where seen_at > now() - interval '1 minute'",
  )
  await makeStaff()
  await db.query('truncate rate_limit')
  await db.query(
    "insert into rate_limit values ('over', 3, 1), ('running', 3, 1000 * extract(epoch from now() + interval '1 minute'))",
  )

  await db.query(`
    insert into password_reset (staff_id, token_hash, expires_at)
    select id, id::text::bytea, now() + (row_number() over (order by id) - 2) * interval '1 hour' from staff_user limit 3`)
  await db.query(`
    insert into staff_invitation (id, email, name, role, invited_by, token_hash, expires_at)
    select gen_random_uuid(), days || '@example.com', 'N', 'viewer', 'O', days::text::bytea, now() - days * interval '1 day'
      from unnest(array[-1, 29, 31]) as days`)

  await db.query(`
    insert into sign_in (id, created_at, outcome, method, network)
    select gen_random_uuid(), now() - days * interval '1 day', 'refused', 'password', days || ' days'
      from unnest(array[179, 181]) as days`)

  await db.query(`
    insert into staff_token (id, staff_id, name, prefix, hash, scopes, expires_at)
    select gen_random_uuid(), (select min(id::text)::uuid from staff_user), days, '', days::text::bytea, '{}',
           now() - days * interval '1 day' from unnest(array[29, 31]) as days`)

  await db.query(`
    insert into print_proof_count (quarter, status, code, proofs)
    select now() - days * interval '1 day', 'ready', '', days from unnest(array[399, 401]) as days`)

  await db.query(`
    insert into campaign_scan_batch (id, created_at)
    select gen_random_uuid(), now() - days * interval '1 day' from unnest(array[89, 91]) as days`)

  await deleteExpired(orm.em.fork())

  expect((await db.query('select proofs::int from print_proof_count')).rows).toEqual([{ proofs: 399 }])
  expect(await countRows('staff_session')).toBe(1)
  expect((await db.query('select name from staff_token')).rows).toEqual([{ name: '29' }])
  expect(await countRows('campaign_scan_batch')).toBe(1)
  expect(await countRows('password_reset')).toBe(1)
  expect((await db.query('select email from staff_invitation order by email')).rows).toEqual([
    { email: '-1@example.com' },
    { email: '29@example.com' },
  ])
  expect((await db.query("select network from sign_in where outcome = 'refused'")).rows).toEqual([
    { network: '179 days' },
  ])
  expect((await db.query('select key from rate_limit')).rows).toEqual([{ key: 'running' }])
})

test("visitors' records are deleted after the retention period, spam after its own", async () => {
  await db.query('truncate lead, record_change, message, inbox_item')
  for (const [first_name, days, is_spam, spam_marked_by] of [
    ['Old', 731, false],
    ['Kept', 729, false],
    ['Old spam', 91, true],
    ['Spam', 89, true],
    ['Marked long after it came', 91, true, 'Dana'],
    ['Old and marked', 731, true, 'Dana'],
  ] as const) {
    await insertLead(db, {
      first_name,
      created_at: await timeAgo(db, `${days} days`),
      is_spam,
      spam_marked_by: spam_marked_by ?? null,
    })
  }
  const names = async () =>
    (await db.query<{ first_name: string }>('select first_name from lead order by 1')).rows.map((row) => row.first_name)

  expect(await deleteOld(orm.em.fork(), { people: undefined, spam: 90 })).toBe(1)
  expect(await names()).toEqual(['Kept', 'Marked long after it came', 'Old', 'Old and marked', 'Spam'])
  expect(await deleteOld(orm.em.fork(), { people: 730, spam: 90 })).toBe(2)
  expect(await names()).toEqual(['Kept', 'Marked long after it came', 'Spam'])

  // More rows than one statement deletes.
  await db.query(
    `insert into sample_request (id, created_at, first_name, last_name, email, address_line1, city, state, zip, sample_type)
     select gen_random_uuid(), now() - interval '3 years', 'Dana', 'Example', 'dana@example.com', '12 Example Street',
            'Cambridge', 'MA', '02138', 'both'
       from generate_series(1, 2001)`,
  )
  expect(await deleteOld(orm.em.fork(), { people: 730, spam: 90 })).toBe(2_001)
})

test('failed housekeeping is retried soon', async () => {
  const fork = vi.spyOn(orm.em, 'fork').mockImplementationOnce(() => {
    throw new Error('the database is away')
  })
  await db.query('truncate rate_limit')
  await db.query("insert into rate_limit values ('over', 3, 1)")
  const warn = vi.fn<() => void>()
  const stop = startHousekeeping(orm, config, { warn }, { retryMs: 1 })
  await expect.poll(() => countRows('rate_limit'), { timeout: 10_000 }).toBe(0)
  stop()
  expect(warn).toHaveBeenCalledTimes(1)
  fork.mockRestore()
})
