import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rule, startMessageApi } from '../../../test/message-api.ts'

const { db, owner, editor, viewer, call, callWithoutMail } = await startMessageApi()

describe('createNotificationRule', () => {
  test('201 for a rule of your own, also for a viewer', async () => {
    const answer = await call(viewer, 'POST', 'notification-rules', rule({ condition: 'volume', volume: '5000-25000' }))
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      id: expect.any(String),
      ...rule({ condition: 'volume', volume: '5000-25000' }),
    })
  })

  test.each([
    [{ condition: 'volume' }, '/volume'],
    [{ volume: '5000-25000' }, '/volume'],
    [{ channel: 'target' }, '/targetId'],
    [{ targetId: randomUUID() }, '/targetId'],
    [{ channel: 'target', targetId: randomUUID(), isForAll: true }, '/targetId'],
    [{ channel: 'target', targetId: randomUUID() }, '/isForAll'],
    [{ event: 'sample_request', condition: 'mine' }, '/condition'],
    [{ event: 'digest' }, '/channel'],
  ])('400 for %j', async (changes, pointer) => {
    const answer = await call(owner, 'POST', 'notification-rules', rule(changes))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toMatchObject([{ pointer }])
  })

  test('403 for everyone unless an owner creates it', async () => {
    expect((await call(editor, 'POST', 'notification-rules', rule({ isForAll: true }))).statusCode).toBe(403)
    expect((await call(owner, 'POST', 'notification-rules', rule({ isForAll: true }))).statusCode).toBe(201)
  })

  test('409 when a person has fifty', async () => {
    await db.query(
      `insert into notification_rule (id, staff_id, event, condition, channel)
       select gen_random_uuid(), $1, 'lead', 'all', 'inbox' from generate_series(1, 50)`,
      [editor.id],
    )
    expect((await call(editor, 'POST', 'notification-rules', rule())).statusCode).toBe(409)
  })

  test('409 when there are fifty for everyone', async () => {
    await db.query(
      `insert into notification_rule (id, event, condition, channel)
       select gen_random_uuid(), 'lead', 'all', 'inbox' from generate_series(1, 50)`,
    )
    expect((await call(owner, 'POST', 'notification-rules', rule())).statusCode).toBe(201)
    expect((await call(owner, 'POST', 'notification-rules', rule({ isForAll: true }))).statusCode).toBe(409)
  })
})

describe('listNotificationRules', () => {
  test('200 with your own rules and those for everyone', async () => {
    await call(owner, 'POST', 'notification-rules', rule({ isForAll: true }))
    await call(owner, 'POST', 'notification-rules', rule())
    await call(editor, 'POST', 'notification-rules', rule({ channel: 'mail' }))
    const answer = await call(editor, 'GET', 'notification-rules')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject([{ isForAll: true }, { isForAll: false, channel: 'mail' }])
  })
})

describe('deleteNotificationRule', () => {
  test('204 for your own rule, 404 for those of others', async () => {
    const own = (await call(editor, 'POST', 'notification-rules', rule())).json()
    const all = (await call(owner, 'POST', 'notification-rules', rule({ isForAll: true }))).json()
    expect((await call(owner, 'DELETE', `notification-rules/${own.id}`)).statusCode).toBe(404)
    expect((await call(editor, 'DELETE', `notification-rules/${all.id}`)).statusCode).toBe(404)
    expect((await call(editor, 'DELETE', `notification-rules/${own.id}`)).statusCode).toBe(204)
    expect((await call(owner, 'DELETE', `notification-rules/${all.id}`)).statusCode).toBe(204)
  })

  test('204, and Undo restores it for anyone who may delete it, unless its target was deleted', async () => {
    const target = { name: 'Hook', kind: 'webhook', url: 'https://hooks.example.com/in', isActive: true }
    const { id: targetId } = (await call(owner, 'POST', 'message-targets', target)).json()
    const input = rule({ channel: 'target', targetId, isForAll: true })
    const { id } = (await call(owner, 'POST', 'notification-rules', input)).json()
    const deleted = await call(owner, 'DELETE', `notification-rules/${id}`)
    const undo = `changes/${String(deleted.headers['change-group'])}/revert`
    expect((await call(editor, 'POST', undo)).statusCode).toBe(404)
    const undone = await call(owner, 'POST', undo)
    expect(undone.statusCode).toBe(200)
    expect((await call(owner, 'GET', 'notification-rules')).json()).toEqual([{ id, ...input }])

    const again = await call(owner, 'POST', `changes/${String(undone.headers['change-group'])}/revert`)
    await call(owner, 'DELETE', `message-targets/${targetId}`)
    const refused = await call(owner, 'POST', `changes/${String(again.headers['change-group'])}/revert`)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_revertible'])
  })
})

describe('getLeadRoutingSettings', () => {
  test('200 with whether email can be sent', async () => {
    const answer = await call(viewer, 'GET', 'lead-routing-settings')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ confirmsVisitors: false, assigneeIds: [], canMail: true })
    expect((await callWithoutMail(viewer, 'GET', 'lead-routing-settings')).json()).toMatchObject({ canMail: false })
  })
})

describe('updateLeadRoutingSettings', () => {
  test('200 with an entry in the change log', async () => {
    const { version } = (await call(owner, 'GET', 'lead-routing-settings')).json()
    const assigneeIds = [editor.id]
    const answer = await call(
      owner,
      'PUT',
      'lead-routing-settings',
      { confirmsVisitors: true, assigneeIds },
      { 'if-match': `"${version}"` },
    )
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      confirmsVisitors: true,
      // Off by default.
      mailsRequesters: false,
      assigneeIds,
      canMail: true,
      version: version + 1,
      changedBy: 'Staff owner',
      changedAt: expect.any(String),
    })
    const [entry] = (await call(owner, 'GET', 'changes')).json()
    expect(entry).toMatchObject({
      recordType: 'lead_routing',
      action: 'update',
      changes: [
        { field: 'confirmsVisitors', before: 'false', after: 'true' },
        { field: 'assigneeIds', before: null, after: assigneeIds[0] },
      ],
    })
  })

  test('400 for a viewer who would get leads, 412 when they have changed since', async () => {
    const assigneeIds = [viewer.id]
    expect(
      (await call(owner, 'PUT', 'lead-routing-settings', { confirmsVisitors: false, assigneeIds })).statusCode,
    ).toBe(400)
    const body = { confirmsVisitors: false, assigneeIds: [] }
    await call(owner, 'PUT', 'lead-routing-settings', body)
    expect((await call(owner, 'PUT', 'lead-routing-settings', body, { 'if-match': '1' })).statusCode).toBe(412)
  })
})
