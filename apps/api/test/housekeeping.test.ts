import { expect, test } from 'vitest'
import { deleteExpired } from '../src/db/housekeeping.ts'
import { startApp } from './harness.ts'

const { orm, db, makeStaff, countRows } = await startApp()

test('sessions that are over and counts that have passed are deleted, the others stay', async () => {
  await makeStaff()
  await db.query("update staff_session set seen_at = now() - interval '31 minutes'")
  await makeStaff()
  await db.query(
    "update staff_session set created_at = now() - interval '13 hours' where seen_at > now() - interval '1 minute'",
  )
  await makeStaff()
  await db.query('truncate rate_limit')
  await db.query("insert into rate_limit values ('over', 3, 1), ('running', 3, $1)", [Date.now() + 60_000])

  await deleteExpired(orm.em.fork())

  expect(await countRows('staff_session')).toBe(1)
  expect((await db.query('select key from rate_limit')).rows).toEqual([{ key: 'running' }])
})
