import { expect, test, vi } from 'vitest'
import { countBlocked } from '../../../test/harness.ts'
import { addWaiting, bare, statusesOf } from '../../../test/production.ts'
import { databaseForProofs } from '../../../test/proofs.ts'
import { endPieces } from './end-pieces.ts'

const { db, orm } = await databaseForProofs()

test('a piece that becomes cancelable when another transaction ends is not canceled without its credit', async () => {
  const { ids } = await addWaiting(db, bare(1))
  await db.query(`update piece set status = 'in_production'`)
  await db.query('begin')
  await db.query(`update piece set status = 'ready'`)
  let ended: unknown
  const ending = orm.em.fork().transactional(async (transaction) => {
    ended = await endPieces(transaction, ids, 'piece.canceled')
  })
  await vi.waitFor(async () => {
    expect(ended !== undefined || (await countBlocked(db)) > 0).toBe(true)
  }, 30_000)
  await db.query('commit')
  await ending
  expect(ended).toEqual([])
  expect(await statusesOf(db, ids)).toEqual(['ready'])
})
