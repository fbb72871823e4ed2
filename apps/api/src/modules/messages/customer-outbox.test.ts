import { expect, test } from 'vitest'
import { addAccount } from '../../../test/customers.ts'
import { startApp } from '../../../test/harness.ts'
import { postcard, printAtOnce } from '../../../test/print.ts'
import { takeCustomerMessages } from './customer-outbox.ts'

const { app, db, orm } = await startApp()
await printAtOnce(db)

/** An account with waiting webhook events: one per piece and webhook. */
async function addWaiting(webhooks: number, pieces: number): Promise<void> {
  const { live } = await addAccount(db)
  const create = async (path: string, payload: object) => {
    const headers = { authorization: `Bearer ${live.key}` }
    expect((await app.inject({ method: 'POST', url: `/v1/${path}`, headers, payload })).statusCode).toBe(201)
  }
  for (let n = 0; n < webhooks; n += 1) await create('webhooks', { Url: `https://example.com/${n}`, Types: null })
  for (let n = 0; n < pieces; n += 1) await create('postcards', postcard({ DryRun: false }))
}

const take = async () =>
  (await orm.em.fork().transactional((transaction) => takeCustomerMessages(transaction, 100))).length

test('up to five events per receiver and eight per workspace are in flight, and others do not wait for them', async () => {
  await addWaiting(3, 4)
  expect([await take(), await take()]).toEqual([8, 0])
  await addWaiting(1, 6)
  expect([await take(), await take()]).toEqual([5, 0])
  await db.query(`update message set status = 'sent' where enqueued_at is not null`)
  expect([await take(), await take()]).toEqual([5, 0])
})

test(
  'an event that was waiting when the clock was set back by two days does not wait two more days',
  { tags: ['R42'] },
  async () => {
    await db.query('truncate message')
    await addWaiting(1, 1)
    await db.query(`update message set not_before = now() + interval '1 hour'`)
    expect(await take()).toBe(0)
    await db.query(`update message set not_before = not_before + interval '2 days'`)
    expect(await take()).toBe(1)
  },
)
