import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { insertLead } from '../../../test/harness.ts'
import { startMessageApi } from '../../../test/message-api.ts'

const { db, owner, viewer, call } = await startMessageApi()

const addItem = async (who: { id: string }, changes: Record<string, unknown> = {}) => {
  const id = randomUUID()
  const lead = await insertLead(db, { company: 'Example Co' })
  await db.query('insert into inbox_item (id, staff_id, kind, lead_id, read_at) values ($1, $2, $3, $4, $5)', [
    id,
    who.id,
    'lead',
    changes['leadId'] ?? (await db.query('select id from lead limit 1')).rows[0].id,
    changes['readAt'] ?? null,
  ])
  return { id, lead }
}

describe('listInboxItems', () => {
  test('200 with your own items, with the person each is about', async () => {
    await addItem(viewer)
    await addItem(viewer, { readAt: new Date().toISOString() })
    await addItem(owner)
    const answer = await call(viewer, 'GET', 'inbox')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toHaveLength(2)
    expect((await call(viewer, 'GET', 'inbox?unread=true')).json()).toMatchObject([
      { kind: 'lead', title: 'Dana Example, Example Co', isRead: false },
    ])
  })
})

describe('getUnreadCount', () => {
  test('200 with the number', async () => {
    await addItem(viewer)
    const answer = await call(viewer, 'GET', 'inbox/unread')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ unread: 1 })
    expect((await call(owner, 'GET', 'inbox/unread')).json()).toEqual({ unread: 0 })
  })
})

describe('updateInboxItems', () => {
  test('200: marks some, all, and back; items of others do not change', async () => {
    const { id } = await addItem(viewer)
    await addItem(viewer)
    const { id: others } = await addItem(owner)
    const answer = await call(viewer, 'PATCH', 'inbox', { ids: [id, others], isRead: true })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ unread: 1 })
    expect((await call(viewer, 'PATCH', 'inbox', { ids: null, isRead: true })).json()).toEqual({ unread: 0 })
    expect((await call(viewer, 'PATCH', 'inbox', { ids: [id], isRead: false })).json()).toEqual({ unread: 1 })
    expect((await call(owner, 'GET', 'inbox/unread')).json()).toEqual({ unread: 1 })
  })
})
