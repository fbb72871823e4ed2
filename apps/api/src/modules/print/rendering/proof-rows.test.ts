import { randomUUID } from 'node:crypto'
import type { PrintCheck, Proof } from '@app/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseForProofs, inSeconds, insertProof, proofRow } from '../../../../test/proofs.ts'
import { addRenderer } from '../../../../test/print.ts'
import { readProofQueue } from '../renderers/renderers.queries.ts'
import { claimProof, failProof, finishProof, type Outcome, releaseProof } from './proof-rows.ts'

const { db, orm } = await databaseForProofs()
const em = orm.em.fork({ useContext: false })

beforeEach(() => db.query('delete from print_proof; delete from print_renderer'))

const insert = (changes: Parameters<typeof insertProof>[1] = {}) => insertProof(db, changes)
const claim = async (id: string) => {
  const proof = await claimProof(em, id)
  if (!proof) throw new Error('No such proof waits')
  return proof
}
const check: PrintCheck = { Code: 'page_blank', Severity: 'warning', Page: 1, Box: null, Detail: 'd', Remedy: 'r' }
const tier = { From: 1, Label: 'Starter' }
const price: Proof['Price'] = { Unit: 0.9, Total: 0.9, Currency: 'USD', Tier: tier, NextTier: null }
const outcome: Outcome = {
  pdfHash: 'a'.repeat(64),
  pages: [{ Side: 'front', Width: 6.25, Height: 4.5, hash: 'b'.repeat(64) }],
  checks: [check],
  spans: { layout: 80, total: 200 },
  price,
}

describe('an attempt', () => {
  test('starts with all inputs of the proof, and is counted', async () => {
    const id = await insert()
    const claimed = await claim(id)
    expect(claimed).toMatchObject({ id, attempts: 1, size: '4.25x6', workspace: null })
    expect(claimed.request).toMatchObject({ values: { first_name: 'Dana' }, to: { Name: 'Dana Sample' } })
  })

  test('is not counted when it is released', async () => {
    const id = await insert()
    await releaseProof(em, await claim(id))
    expect(await claim(id)).toMatchObject({ attempts: 1 })
  })

  test('finishes the proof only while it is the latest one', { tags: ['R53'] }, async () => {
    const id = await insert()
    const [first, second] = [await claim(id), await claim(id)]
    expect(await finishProof(em, first, outcome)).toBe(false)
    expect(await failProof(em, first, 'renderer_crashed')).toBe(false)
    expect(await finishProof(em, second, outcome)).toBe(true)
    expect(await finishProof(em, second, { ...outcome, pdfHash: 'c'.repeat(64) })).toBe(false)
    expect(await claimProof(em, id)).toBeUndefined()
    expect(await proofRow(db, id)).toMatchObject({ status: 'ready', pdf_hash: outcome.pdfHash, attempts: 2 })
  })
})

describe('the end of a proof', () => {
  const heard: string[] = []
  beforeEach(async () => {
    heard.length = 0
    db.removeAllListeners('notification')
    db.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`))
    await db.query('listen print_done')
  })
  /** Notifications arrive before the result of the next query. */
  const announced = async () => {
    await db.query('select 1')
    return heard
  }

  test('stores the output, keeps the given price, and is announced', async () => {
    const id = await insert({ checks: JSON.stringify([{ Code: 'of_the_request' }]) })
    await finishProof(em, await claim(id), outcome)
    expect(await proofRow(db, id)).toMatchObject({
      status: 'ready',
      pages: outcome.pages,
      checks: [{ Code: 'of_the_request' }, check],
      spans: outcome.spans,
      price: { Unit: 0.68 },
      finished_at: expect.any(Date),
    })
    expect(await announced()).toEqual([`print_done ${id}`])
  })

  test('stores the price of a letter, which is null until its pages are counted', async () => {
    const id = await insert({ price: null })
    await finishProof(em, await claim(id), outcome)
    expect(await proofRow(db, id)).toMatchObject({ price })
  })

  test('stores the reason of a failure', async () => {
    const id = await insert()
    await failProof(em, await claim(id), 'timeout')
    const failed = { status: 'failed', failure_code: 'timeout', failure_detail: expect.stringContaining('too long') }
    expect(await proofRow(db, id)).toMatchObject(failed)
    expect(await announced()).toEqual([`print_done ${id}`])
  })

  test('records that every attempt failed when its renderers died each time', async () => {
    const id = await insert()
    await claim(id)
    await failProof(em, { id }, 'attempts_exhausted')
    expect(await proofRow(db, id)).toMatchObject({ status: 'failed', failure_code: 'attempts_exhausted' })
    expect(await announced()).toEqual([`print_done ${id}`])
  })
})

test('the queue shows how many proofs wait, and for how long', async () => {
  expect(await readProofQueue(em)).toEqual({ waiting: 0, rendering: 0, oldestWaitingSeconds: 0 })
  await insert({ created_at: inSeconds(-60) })
  await insert({ id: `proof_${randomUUID().replaceAll('-', '').slice(0, 20)}` })
  await insert({ created_at: inSeconds(-600), attempts: 1 })
  await addRenderer(db)
  await db.query('update print_renderer set in_work = 1')
  const { waiting, rendering, oldestWaitingSeconds } = await readProofQueue(em)
  expect([waiting, rendering]).toEqual([2, 1])
  expect(oldestWaitingSeconds).toBeGreaterThan(50)
  expect(oldestWaitingSeconds).toBeLessThan(500)
})
