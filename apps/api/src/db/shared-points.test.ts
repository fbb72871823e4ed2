import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { poolOf } from './sql.ts'
import { sharedPoints } from './shared-points.ts'

const { orm, db } = await startApp()
const points = sharedPoints(await poolOf(orm.em), 'test')

beforeEach(() => db.query('truncate rate_limit'))

/** Shifts the end of every minute, as if the database's clock had been set in the other direction. */
const moveEnds = (ms: number) => db.query('update rate_limit set expire = expire + $1', [ms])

test('add up for a minute, separately for each key', async () => {
  expect(await points.take('a')).toMatchObject({ taken: 1, msLeft: expect.closeTo(60_000, -5) })
  expect(await points.take('a', 4)).toMatchObject({ taken: 5 })
  expect(await points.take('b')).toMatchObject({ taken: 1 })
  await moveEnds(-60_000)
  expect(await points.take('a')).toMatchObject({ taken: 1, msLeft: expect.closeTo(60_000, -5) })
})

test('start over after a reset', async () => {
  await points.take('a', 7)
  await points.reset('a')
  expect(await points.take('a')).toMatchObject({ taken: 1 })
})

test('expire after their minute even when a clock is set back', { tags: ['R42'] }, async () => {
  await points.take('a', 7)
  await moveEnds(6 * 3_600_000)
  expect(await points.take('a')).toMatchObject({ taken: 1, msLeft: expect.closeTo(60_000, -5) })
})
