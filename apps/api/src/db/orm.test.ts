import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { privateDatabase } from '../../test/harness.ts'
import { closeOrm, openOrm } from './orm.ts'

const database = await privateDatabase()
afterAll(() => database.close())

test('closing waits for a connection that is still opening, and for its queries', async () => {
  const orm = await openOrm(database.url, { entities: [], poolMax: 2 })
  await orm.em.execute('select 1')
  // The second one needs a separate connection.
  const asked = ['select pg_sleep(0.2)', 'select 2 as answer'].map((query) => orm.em.fork().execute(query))
  await nextTurn()
  await closeOrm(orm)
  expect((await Promise.all(asked))[1]).toEqual([{ answer: 2 }])
  await expect(orm.em.fork().execute('select 3')).rejects.toThrow('after calling end on the pool')
})

test('the whole database URL applies, including how TLS is verified', async () => {
  const orm = await openOrm(`${database.url}?sslmode=verify-full`, { entities: [], poolMax: 1 })
  // The test server has no TLS. Without the setting, the connection would be unencrypted.
  await expect(orm.em.execute('select 1')).rejects.toThrow('does not support SSL')
  await closeOrm(orm)
})
