import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseForProofs, inSeconds, insertProof, proofRow } from '../../../../test/proofs.ts'
import {
  claimProofs,
  type ClaimedProof,
  failAbandoned,
  failProof,
  finishProof,
  giveBack,
  isLastAttempt,
  readQueue,
  renewLeases,
} from './proof-queue.ts'

const { db, pool } = await databaseForProofs()

beforeEach(() => db.query('delete from print_proof'))

const insert = (changes: Parameters<typeof insertProof>[1] = {}) => insertProof(db, changes)
const idsOf = (proofs: ClaimedProof[]) => proofs.map(({ id }) => id)
const claimOne = async () => {
  const [proof] = await claimProofs(pool, 1)
  if (!proof) throw new Error('No proof waits')
  return proof
}
/** The column counts milliseconds: what is now may be rounded to a moment that is still to come. */
const endLease = () =>
  db.query(`update print_proof set claimed_until = now() - interval '1 second' where claimed_until is not null`)
const outcome = {
  pdfHash: 'a'.repeat(64),
  pages: [{ Side: 'front' as const, Width: 6.25, Height: 4.5, hash: 'b'.repeat(64) }],
  checks: [{ Code: 'page_blank' }],
  spans: { layout: 80, total: 200 },
  price: { Unit: 0.9 },
}

describe('claiming', () => {
  test('takes the oldest first, with all that the proof is made of', async () => {
    const second = await insert()
    const first = await insert({ created_at: new Date('2026-01-01') })
    const [claimed] = await claimProofs(pool, 1)
    expect(claimed).toMatchObject({ id: first, attempts: 1, size: '4.25x6', keyId: null })
    expect(claimed?.request).toMatchObject({ values: { first_name: 'Dana' }, to: { Name: 'Dana Sample' } })
    expect(idsOf(await claimProofs(pool, 5))).toEqual([second])
    expect(await claimProofs(pool, 5)).toEqual([])
  })

  test('two renderers never take the same one', { tags: ['R56'] }, async () => {
    for (let made = 0; made < 20; made += 1) await insert()
    const taken = await Promise.all(Array.from({ length: 8 }, () => claimProofs(pool, 5)))
    const ids = taken.flatMap(idsOf)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(20)
  })

  test('callers take turns, however many proofs one of them asked for', async () => {
    for (let made = 0; made < 10; made += 1) await insert({ caller: 'many', created_at: new Date('2026-01-01') })
    const single = await insert({ caller: 'single' })
    // Two at a time: one of each.
    const claimed = await claimProofs(pool, 2)
    expect(idsOf(claimed)).toContain(single)
    for (const proof of claimed) await finishProof(pool, proof, outcome)
    // One at a time: whoever was served last goes behind the others.
    const served = await claimOne()
    await finishProof(pool, served, outcome)
    const another = await insert({ caller: 'new' })
    expect((await claimOne()).id).toBe(another)
  })

  test(
    'one whose renderer died is taken again when its lease ends, three times at most',
    { tags: ['R53'] },
    async () => {
      const id = await insert()
      for (const attempts of [1, 2, 3]) {
        expect(await claimOne()).toMatchObject({ id, attempts })
        expect(await claimProofs(pool, 1)).toEqual([])
        await endLease()
      }
      expect(await claimProofs(pool, 1)).toEqual([])
      expect(await failAbandoned(pool)).toBe(1)
      expect(await proofRow(db, id)).toMatchObject({ status: 'failed', failure_code: 'gave_up' })
    },
  )
})

describe('a lease', () => {
  test('is renewed by whoever holds the proof, and by nobody else', async () => {
    await insert()
    const first = await claimOne()
    await endLease()
    const second = await claimOne()
    await db.query(`update print_proof set claimed_until = now() + interval '1 second'`)
    await renewLeases(pool, [first])
    expect(
      (await db.query(`select 1 from print_proof where claimed_until > now() + interval '20 seconds'`)).rows,
    ).toEqual([])
    await renewLeases(pool, [second])
    expect(
      (await db.query(`select 1 from print_proof where claimed_until > now() + interval '20 seconds'`)).rows,
    ).toHaveLength(1)
  })

  test('that ended lets nobody finish the proof but the one who took it next', { tags: ['R53'] }, async () => {
    const id = await insert()
    const first = await claimOne()
    await endLease()
    const second = await claimOne()
    expect(await finishProof(pool, first, outcome)).toBe(false)
    expect(await failProof(pool, first, 'crashed')).toBe(false)
    expect(await finishProof(pool, second, outcome)).toBe(true)
    expect(await finishProof(pool, second, { ...outcome, pdfHash: 'c'.repeat(64) })).toBe(false)
    expect(await proofRow(db, id)).toMatchObject({ status: 'ready', pdf_hash: outcome.pdfHash, attempts: 2 })
  })
})

describe('the end of a proof', () => {
  const heard: string[] = []
  beforeEach(async () => {
    heard.length = 0
    db.removeAllListeners('notification')
    db.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`))
    await db.query('listen print_done; listen print_queue')
  })
  /** Notifications come before the answer to the next query. */
  const news = async () => {
    await db.query('select 1')
    return heard
  }

  test('holds what was made, keeps the price that it was given, and is announced', async () => {
    const id = await insert({ checks: JSON.stringify([{ Code: 'of_the_request' }]) })
    await finishProof(pool, await claimOne(), outcome)
    expect(await proofRow(db, id)).toMatchObject({
      status: 'ready',
      pages: outcome.pages,
      checks: [{ Code: 'of_the_request' }, { Code: 'page_blank' }],
      spans: outcome.spans,
      price: { Unit: 0.68 },
      claimed_until: null,
      finished_at: expect.any(Date),
    })
    expect(await news()).toEqual([`print_done ${id}`])
  })

  test('holds the price of a letter, which had none until its pages were counted', async () => {
    const id = await insert({ price: null })
    await finishProof(pool, await claimOne(), outcome)
    expect(await proofRow(db, id)).toMatchObject({ price: outcome.price })
  })

  test('that failed says why, in words that its owner understands', async () => {
    const id = await insert()
    await failProof(pool, await claimOne(), 'timeout')
    expect(await proofRow(db, id)).toMatchObject({
      status: 'failed',
      failure_code: 'timeout',
      failure_detail: expect.stringContaining('takes too long'),
    })
    expect(await news()).toEqual([`print_done ${id}`])
  })

  test('is not there yet for one that is given back', async () => {
    const id = await insert()
    await giveBack(pool, await claimOne(), { isAttempt: false })
    expect(await news()).toEqual(['print_queue '])
    expect(await claimOne()).toMatchObject({ id, attempts: 1 })
    const again = await claimOne().catch(() => undefined)
    expect(again).toBeUndefined()
  })

  test('is tried later after a failure that may pass', async () => {
    const id = await insert()
    const proof = await claimOne()
    expect(isLastAttempt(proof)).toBe(false)
    await giveBack(pool, proof, { isAttempt: true, afterSeconds: 5 })
    expect(await claimProofs(pool, 1)).toEqual([])
    await endLease()
    expect(await claimOne()).toMatchObject({ id, attempts: 2 })
  })
})

test('the queue tells how much waits, and for how long', async () => {
  expect(await readQueue(pool)).toEqual({ waiting: 0, oldestSeconds: 0 })
  await insert({ created_at: inSeconds(-60) })
  await insert({ id: `proof_${randomUUID().replaceAll('-', '').slice(0, 20)}` })
  const { waiting, oldestSeconds } = await readQueue(pool)
  expect(waiting).toBe(2)
  expect(oldestSeconds).toBeGreaterThan(50)
})
