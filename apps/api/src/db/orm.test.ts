import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { privateDatabase } from '../../test/harness.ts'
import { closeOrm, openOrm } from './orm.ts'

const database = await privateDatabase()
afterAll(() => database.close())

test('closing waits for a connection that is just being opened, and for what is asked of it', async () => {
  const orm = await openOrm(database.url, { entities: [], poolMax: 2 })
  await orm.em.execute('select 1')
  // The second one needs a connection of its own.
  const asked = ['select pg_sleep(0.2)', 'select 2 as answer'].map((query) => orm.em.fork().execute(query))
  await nextTurn()
  await closeOrm(orm)
  expect((await Promise.all(asked))[1]).toEqual([{ answer: 2 }])
  await expect(orm.em.fork().execute('select 3')).rejects.toThrow('after calling end on the pool')
})

test('the whole address of the database counts, also how TLS is checked', async () => {
  const orm = await openOrm(`${database.url}?sslmode=verify-full`, { entities: [], poolMax: 1 })
  // The server of the tests has no TLS. Without the setting, the connection would be in the clear.
  await expect(orm.em.execute('select 1')).rejects.toThrow('does not support SSL')
  await closeOrm(orm)
})
