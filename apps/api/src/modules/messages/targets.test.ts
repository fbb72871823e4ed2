import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rule, startMessageApi, target } from '../../../test/message-api.ts'

const { db, owner, call, addTarget } = await startMessageApi()

describe('createMessageTarget', () => {
  test('201 with a secret for a webhook and none for Slack, which is never shown again', async () => {
    const answer = await call(owner, 'POST', 'message-targets', target())
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      id: expect.any(String),
      ...target(),
      version: 1,
      secret: expect.stringMatching(/^whsec_/),
    })
    expect((await call(owner, 'POST', 'message-targets', target({ kind: 'slack' }))).json()).not.toHaveProperty(
      'secret',
    )
    expect((await call(owner, 'GET', 'message-targets')).body).not.toContain('whsec_')
  })

  test.each([
    'http://hooks.example.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://localhost./',
    'https://api.localhost/',
    'https://127.0.0.1./',
    'https://0x7f.1/',
    'https://user:password@hooks.example.com/',
    'https://[/',
    'ftp://hooks.example.com/',
  ])('400 for %s', { tags: ['E29'] }, async (url) => {
    const answer = await call(owner, 'POST', 'message-targets', target({ url }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toMatchObject([{ pointer: '/url' }])
  })

  test('409 when there are fifty', async () => {
    await db.query(
      `insert into message_target (id, name, kind, url) select gen_random_uuid(), 'T', 'slack', 'https://a.example' from generate_series(1, 50)`,
    )
    expect((await call(owner, 'POST', 'message-targets', target())).statusCode).toBe(409)
  })
})

describe('listMessageTargets', () => {
  test('200 by name', async () => {
    await addTarget({ name: 'Zebra' })
    await addTarget({ name: 'apple' })
    const answer = await call(owner, 'GET', 'message-targets')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject([{ name: 'apple' }, { name: 'Zebra' }])
  })
})

describe('updateMessageTarget', () => {
  test('200 with its current state; its kind and secret do not change', async () => {
    const { id } = await addTarget()
    const answer = await call(owner, 'PUT', `message-targets/${id}`, target({ name: 'New', isActive: false }), {
      'if-match': '"1"',
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      id,
      ...target({ name: 'New', isActive: false }),
      version: 2,
      changedBy: 'Staff owner',
      changedAt: expect.any(String),
    })
  })

  test('412 when it has changed since, 404 when it does not exist', async () => {
    const { id } = await addTarget()
    await call(owner, 'PUT', `message-targets/${id}`, target({ name: 'New' }))
    expect((await call(owner, 'PUT', `message-targets/${id}`, target(), { 'if-match': '1' })).statusCode).toBe(412)
    expect((await call(owner, 'PUT', `message-targets/${randomUUID()}`, target())).statusCode).toBe(404)
  })
})

describe('deleteMessageTarget', () => {
  test('204 deletes its rules, too; its waiting messages are canceled', async () => {
    const { id } = await addTarget()
    await call(owner, 'POST', 'notification-rules', rule({ channel: 'target', targetId: id, isForAll: true }))
    await call(owner, 'POST', 'messages/test', { targetId: id })
    expect((await call(owner, 'DELETE', `message-targets/${id}`)).statusCode).toBe(204)
    expect((await call(owner, 'GET', 'notification-rules')).json()).toEqual([])
    expect((await call(owner, 'GET', 'messages')).json()).toMatchObject([{ status: 'canceled' }])
    expect((await call(owner, 'DELETE', `message-targets/${id}`)).statusCode).toBe(404)
  })
})

describe('rotateMessageTargetSecret', () => {
  test('200 with a new secret, 404 for a Slack channel', async () => {
    const { id, secret } = await addTarget()
    const answer = await call(owner, 'POST', `message-targets/${id}/rotate-secret`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().secret).toMatch(/^whsec_/)
    expect(answer.json().secret).not.toBe(secret)
    const slack = await addTarget({ kind: 'slack' })
    expect((await call(owner, 'POST', `message-targets/${slack.id}/rotate-secret`)).statusCode).toBe(404)
  })
})
