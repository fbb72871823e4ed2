import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { closeBreakers, countFailure, countSuccess, isOpen } from './circuit-breaker.ts'

const { db, orm } = await startApp()
const em = orm.em.fork({ useContext: false })
beforeEach(() => db.query('delete from circuit_breaker'))

/** Seconds for which nothing is sent to a destination. */
const openSeconds = async (destination: string) => {
  const { rows } = await db.query<{ seconds: number }>(
    `select round(extract(epoch from open_until - now()))::int as seconds from circuit_breaker where destination = $1`,
    [destination],
  )
  return Math.max(0, rows[0]?.seconds ?? 0)
}
const fail = async (destination: string, times: number, cooldownMs?: number) => {
  for (let failed = 0; failed < times; failed += 1) await countFailure(em, destination, cooldownMs)
}

test('opens with the third failure in a row, for longer with each further one, and for five minutes at most', async () => {
  await fail('crm', 2)
  expect(await isOpen(em, 'crm')).toBe(false)
  await fail('crm', 1)
  expect(await isOpen(em, 'crm')).toBe(true)
  await fail('crm', 5)
  expect(await openSeconds('crm')).toBeGreaterThan(25)
  await fail('crm', 30)
  expect(await openSeconds('crm')).toBeGreaterThan(280)
  expect(await openSeconds('crm')).toBeLessThanOrEqual(300)
})

test('opens immediately for as long as the destination requests', async () => {
  await fail('crm', 1, 60_000)
  expect(await isOpen(em, 'crm')).toBe(true)
  expect(await openSeconds('crm')).toBeGreaterThan(50)
})

test('does not affect other destinations, and closes with the first success', async () => {
  await fail('one', 3)
  await fail('other', 3)
  expect(await isOpen(em, 'third')).toBe(false)
  await closeBreakers(em, ['one'])
  expect([await isOpen(em, 'one'), await isOpen(em, 'other')]).toEqual([false, true])
  await fail('one', 2)
  expect(await isOpen(em, 'one')).toBe(false)
})

test('stays open for the requested time, even after the result of calls in progress', async () => {
  await fail('crm', 1, 60_000)
  await countSuccess(em, 'crm')
  await fail('crm', 1)
  expect(await openSeconds('crm')).toBeGreaterThan(50)
  await db.query(`update circuit_breaker set open_until = now() - interval '1 second'`)
  await countSuccess(em, 'crm')
  expect((await db.query('select 1 from circuit_breaker')).rows).toEqual([])
})

test('closes when the clock is set back after it opened, and never opens for longer than usual', async () => {
  await fail('crm', 3)
  await db.query(`update circuit_breaker set open_until = open_until + interval '1 day'`)
  expect(await isOpen(em, 'crm')).toBe(false)
  await fail('crm', 1)
  expect(await isOpen(em, 'crm')).toBe(true)
  expect(await openSeconds('crm')).toBeLessThanOrEqual(300)
})
