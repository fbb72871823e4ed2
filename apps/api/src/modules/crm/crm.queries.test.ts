import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertLead, startApp, timeAgo } from '../../../test/harness.ts'

const { db, asStaff, postSample } = await startApp()
const post = async (url: string) => {
  const answer = await asStaff({ method: 'POST', url: `/api/admin/${url}` })
  return { status: answer.statusCode, ...answer.json() }
}
const leads = async () => (await db.query('select status, crm_enqueued_at, crm_error from lead order by email')).rows
const failed = { status: 'sync_failed', crm_enqueued_at: new Date(), crm_error: 'No', crm_attempts: 3 }
const fresh = { status: 'new', crm_enqueued_at: null, crm_error: null }

beforeEach(() => db.query('truncate lead, record_change, sample_request, message, inbox_item'))

describe('retryLeadSync', () => {
  test.each([
    ['sync_failed', 1],
    ['new', 1],
    ['synced', 0],
  ])('200 for a lead that is %s: %d requeued', async (status, requeued) => {
    const id = randomUUID()
    await insertLead(db, { ...failed, id, status })
    expect(await post(`leads/${id}/retry-sync`)).toMatchObject({ status: 200, requeued })
    expect(await leads()).toMatchObject([requeued ? fresh : { status, crm_error: 'No' }])
  })

  test('404 when the lead does not exist', async () => {
    expect(await post(`leads/${randomUUID()}/retry-sync`)).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('retryFailedLeadSyncs', () => {
  test('200 requeues all failed leads and returns their number', async () => {
    await insertLead(db, { ...failed, email: 'a@example.com' })
    await insertLead(db, { ...failed, email: 'b@example.com' })
    await insertLead(db, { email: 'c@example.com', status: 'synced' })
    expect(await post('leads/retry-sync')).toEqual({ status: 200, requeued: 2, remaining: 0 })
    expect(await leads()).toMatchObject([fresh, fresh, { status: 'synced' }])
  })
})

describe('retryFailedLeadSyncs of many', () => {
  test('200 for the oldest thousand, with the number that is left', { tags: ['R41'] }, async () => {
    await db.query(
      `insert into lead (id, created_at, first_name, last_name, email, lead_source, source, status)
       select gen_random_uuid(), now() - make_interval(mins => n), 'Dana', 'Example', n || '@example.com', 'x', 'y', 'sync_failed'
         from generate_series(1, 1002) as n`,
    )
    expect(await post('leads/retry-sync')).toEqual({ status: 200, requeued: 1_000, remaining: 2 })
    const left = "select email from lead where status = 'sync_failed' order by created_at"
    expect((await db.query(left)).rows).toEqual([{ email: '2@example.com' }, { email: '1@example.com' }])
    expect(await post('leads/retry-sync')).toEqual({ status: 200, requeued: 2, remaining: 0 })
  })
})

describe('retrySampleRequestSync', () => {
  test('200 requeues it, 404 when it does not exist', async () => {
    const id = await postSample()
    await db.query("update sample_request set crm_status = 'failed', crm_enqueued_at = now()")
    expect(await post(`print-samples/${id}/retry-sync`)).toMatchObject({ status: 200, requeued: 1 })
    expect((await db.query('select crm_status, crm_enqueued_at from sample_request')).rows).toEqual([
      { crm_status: 'pending', crm_enqueued_at: null },
    ])
    expect(await post(`print-samples/${randomUUID()}/retry-sync`)).toMatchObject({ status: 404 })
  })
})

describe('retryFailedSampleRequestSyncs', () => {
  test('200 with 0 when none failed', async () => {
    await postSample()
    expect(await post('print-samples/retry-sync')).toEqual({ status: 200, requeued: 0, remaining: 0 })
  })
})

describe('getCrmStatus', () => {
  test('200 without a CRM: reports that, and counts the records that wait for one', async () => {
    await insertLead(db, { created_at: await timeAgo(db, '90 seconds') })
    await insertLead(db, failed)
    await postSample()
    const status = (await asStaff({ method: 'GET', url: '/api/admin/crm' })).json()
    expect(status).toMatchObject({ state: 'not_configured', waiting: 2, failed: 1, lastSuccessAt: null })
    expect(status.oldestWaitingSeconds).toBeGreaterThanOrEqual(90)
  })
})
