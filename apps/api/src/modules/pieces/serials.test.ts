import { brand } from '@app/brand'
import { beforeEach, describe, expect, test } from 'vitest'
import { addAccount } from '../../../test/customers.ts'
import { addPieces } from '../../../test/production.ts'
import { databaseForProofs } from '../../../test/proofs.ts'
import { trackingNumbers } from './serials.ts'

const { db, orm } = await databaseForProofs()
const em = orm.em.fork({ useContext: false })
const account = await addAccount(db)

type Mode = 'test' | 'live'

/** The number of serial numbers here, all of which have been used once. */
const serials = 200
beforeEach(async () => {
  await db.query('delete from piece; delete from print_proof; delete from mailer_serial')
  await db.query(`insert into mailer_serial (mailer_id, next) values ($1, $2), ('test', $2)`, [
    brand.postage.mailerId,
    serials,
  ])
})

const digits = 15 - brand.postage.mailerId.length
const types = { live: ['310', '311'], test: ['300', '301'] }
/** Adds pieces of a mode with these numbers, alternating between the mail classes. */
const use = (mode: Mode, numbers: readonly number[], changes: object = {}) =>
  addPieces(
    db,
    account[mode].workspace,
    numbers.map((number) => ({
      tracking: `00${types[mode][number % 2]}${brand.postage.mailerId}${String(number).padStart(digits, '0')}`,
      changes: { ...changes, test: mode === 'test' ? {} : null },
    })),
  )
const allBut = (...left: number[]) =>
  Array.from({ length: serials }, (_, index) => index + 1).filter((number) => !left.includes(number))
const daysAgo = async (days: number): Promise<string> =>
  (await db.query('select (current_date - $1::int)::text as day', [days])).rows[0].day
const next = async (assign: ReturnType<typeof trackingNumbers>, mode: Mode = 'live') =>
  Number((await assign(em, mode, 'FirstClass')).slice(-digits))
const refusal = { status: 503, code: 'busy', retryAfterSeconds: 3_600 }

describe('serial numbers that wrap around', () => {
  test('skip numbers in use, and are refused only when none is left', async () => {
    await use('live', allBut(3, 120))
    const assign = trackingNumbers(serials)
    for (const free of [3, 120]) {
      expect(await next(assign)).toBe(free)
      await use('live', [free])
    }
    await expect(next(assign)).rejects.toMatchObject(refusal)
    await db.query(`update piece set status = 'canceled' where tracking like '%050'`)
    expect(await next(assign)).toBe(50)
    // Another process continues after it.
    await db.query(`update piece set status = 'rejected' where tracking like '%010'`)
    expect(await next(trackingNumbers(serials))).toBe(10)
  })

  test('are unique across concurrent callers', async () => {
    const used = allBut().filter((number) => number % 3 > 0)
    await use('live', used)
    const [one, other] = [trackingNumbers(serials), trackingNumbers(serials)]
    const given = await Promise.all(Array.from({ length: 40 }, (_, index) => next(index % 2 === 0 ? one : other)))
    expect(new Set([...given, ...used]).size).toBe(40 + used.length)
  })

  test('are free again 45 days after the piece was mailed, not after it was sent', async () => {
    const createdAt = `${await daysAgo(100)}T12:00:00Z`
    await use('live', allBut(5, 9), { created_at: createdAt })
    await use('live', [5], { created_at: createdAt, status: 'delivered', mailed_on: await daysAgo(45) })
    await use('live', [9], { created_at: createdAt, status: 'delivered', mailed_on: await daysAgo(46) })
    const assign = trackingNumbers(serials)
    expect(await next(assign)).toBe(9)
    await use('live', [9])
    await expect(next(assign)).rejects.toMatchObject(refusal)
  })

  test('of test pieces, which are never mailed, are free again 45 days after the pieces were sent', async () => {
    await use('test', allBut(5, 9), { status: 'ready' })
    await use('test', [5], { created_at: `${await daysAgo(44)}T12:00:00Z` })
    await use('test', [9], { created_at: `${await daysAgo(46)}T12:00:00Z`, status: 'delivered' })
    expect(await next(trackingNumbers(serials), 'test')).toBe(9)
  })

  test('are counted separately for live and test pieces', async () => {
    await use('test', allBut())
    const assign = trackingNumbers(serials)
    expect(await next(assign, 'live')).toBe(1)
    await expect(next(assign, 'test')).rejects.toMatchObject(refusal)
    await db.query('delete from piece')
    await use('live', allBut())
    expect(await next(assign, 'test')).toBeGreaterThan(0)
  })
})
