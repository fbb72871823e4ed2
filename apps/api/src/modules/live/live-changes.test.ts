import { afterAll, describe, expect, test } from 'vitest'
import { LiveEvent } from '@app/contract'
import { startApp } from '../../../test/harness.ts'
import { checkedRows } from '../../db/checked-rows.ts'
import { liveStreams } from './live-streams.ts'

const { app, config, db, makeStaff, postLead, postSample } = await startApp()
const { cookie } = await makeStaff()
const checked = checkedRows(LiveEvent)

// Notifications of another instance.
const streams = liveStreams({ databaseUrl: config.databaseUrl, onFailure: () => {}, checkMs: 3_600_000 })
const events = (await streams.open({ sessionKey: '00', staffId: '' }, async () => []))[Symbol.asyncIterator]()
afterAll(() => streams.close())

/** The next event that reports a change. */
async function nextChange(): Promise<LiveEvent | undefined> {
  for (;;) {
    const { value, done } = await events.next()
    const [event] = done ? [] : checked([value])
    if (!event || event.changed) return event
  }
}

const asOwner = async (method: 'PUT' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  (await app.inject({ method, url: `/api/admin/${url}`, headers: { cookie }, ...(payload && { payload }) })).json()

describe('streamEvents', () => {
  test('200 with the sample requests that staff marked, once per bulk write', async () => {
    const ids = [await postSample(), await postSample()]
    const { headers } = await app.inject({
      method: 'PATCH',
      url: '/api/admin/print-samples',
      headers: { cookie },
      payload: { records: ids.map((id) => ({ id })), patch: { processed: true } },
    })
    expect(await nextChange()).toEqual({
      kind: 'ready',
      changed: 'sample_requests',
      count: 2,
      ids: expect.arrayContaining(ids),
      // The tab that sent the change recognizes it by this.
      requestId: headers['x-request-id'],
      at: expect.any(String),
    })
    // Repeating it changes nothing.
    await asOwner('PUT', `print-samples/${ids[0]}`, { processed: true })
    await asOwner('PATCH', `print-samples/${ids[1]}`, { printed: true })
    expect(await nextChange()).toMatchObject({ changed: 'sample_requests', ids: [ids[1]] })
  })

  test('200 with the lead and the sample request whose spam mark staff cleared and restored', async () => {
    const spam = { website: 'x' }
    for (const [id, admin, changed] of [
      [await postLead(spam), 'leads', 'leads'],
      [await postSample(spam), 'print-samples', 'sample_requests'],
    ] as const) {
      for (const isSpam of [false, true]) {
        const headers = { cookie }
        await app.inject({ method: 'PUT', url: `/api/admin/${admin}/${id}/spam`, headers, payload: { isSpam } })
        expect(await nextChange()).toMatchObject({ changed, count: 1, ids: [id] })
      }
    }
  })

  test('200 with the leads that staff worked on, added notes to, or merged, once per bulk write', async () => {
    const ids = [await postLead(), await postLead()]
    const [first, second] = ids
    const headers = { cookie }
    await app.inject({ method: 'PATCH', url: `/api/admin/leads/${first}`, headers, payload: { stage: 'contacted' } })
    expect(await nextChange()).toMatchObject({ changed: 'leads', ids: [first] })
    await asOwner('PATCH', 'leads', { records: ids.map((id) => ({ id })), patch: { stage: 'contacted' } })
    expect(await nextChange()).toMatchObject({ changed: 'leads', ids: [second] })
    await asOwner('POST', `leads/${first}/notes`, { text: 'Hello' })
    expect(await nextChange()).toMatchObject({ changed: 'leads', ids: [first] })
    await asOwner('POST', `leads/${first}/merge`, { into: second })
    expect(await nextChange()).toMatchObject({ changed: 'leads', count: 2, ids: expect.arrayContaining(ids) })
  })

  test('200 with the products whose price, visibility or place changed', async () => {
    const input = { name: 'One', category: 'letter', startingPrice: 1, isVisible: true }
    const path = 'pricing/products'
    const { id } = await asOwner('POST', path, input)
    const other = await asOwner('POST', path, { ...input, name: 'Two', sortOrder: 1 })
    await asOwner('PUT', `${path}/${id}`, { ...input, startingPrice: 2 })
    await asOwner('PUT', `${path}/${id}/visibility`, { isVisible: false })
    await asOwner('PATCH', path, { records: [{ id }, { id: other.id }], patch: { isVisible: false } })
    await asOwner('POST', `${path}/${other.id}/reorder`, { before: id })
    // Moving one product changes the position of both.
    for (const ids of [[id], [other.id], [id], [id], [other.id], [other.id, id]]) {
      expect(await nextChange()).toMatchObject({ changed: 'pricing_products', ids })
    }
  })

  test('200 with the templates that were created, changed and deleted', async () => {
    const input = { name: 'A', type: 'letter', active: true }
    const { id } = await asOwner('POST', 'sample-templates', input)
    await asOwner('PUT', `sample-templates/${id}`, { ...input, active: false })
    await app.inject({ method: 'DELETE', url: `/api/admin/sample-templates/${id}`, headers: { cookie } })
    for (let change = 0; change < 3; change += 1) {
      expect(await nextChange()).toMatchObject({ changed: 'sample_templates', ids: [id] })
    }
  })

  test('200 with the records that staff requeued for the CRM, one or all failed ones', async () => {
    const lead = await postLead()
    const request = await postSample()
    for (const [url, id, changed, fail] of [
      ['leads', lead, 'leads', `update lead set status = 'sync_failed' where id = $1`],
      ['print-samples', request, 'sample_requests', `update sample_request set crm_status = 'failed' where id = $1`],
    ] as const) {
      for (const path of [`${url}/${id}/retry-sync`, `${url}/retry-sync`]) {
        await db.query(fail, [id])
        await asOwner('POST', path)
        expect(await nextChange()).toMatchObject({ changed, count: 1, ids: [id] })
      }
    }
  })

  test('200 when an owner changed an account, without its id: every role gets the event', async () => {
    const { id } = await makeStaff('viewer')
    await asOwner('PUT', `staff/${id}/role`, { role: 'editor' })
    expect(await nextChange()).toMatchObject({ changed: 'accounts', count: 1, ids: [] })
  })

  test('200 when an owner invited someone, and when the CRM sync was paused and resumed', async () => {
    await asOwner('POST', 'staff-invitations', { email: 'new@example.com', name: 'New Example', role: 'viewer' })
    await asOwner('POST', 'crm/pause')
    await asOwner('POST', 'crm/resume')
    for (let change = 0; change < 3; change += 1) {
      expect(await nextChange()).toMatchObject({ changed: 'accounts', count: 1, ids: [] })
    }
  })
})
