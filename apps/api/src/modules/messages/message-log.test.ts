import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startMessageApi } from '../../../test/message-api.ts'

const { owner, call, callWithoutMail, addTarget, addMessage } = await startMessageApi()

describe('sendTestMessage', () => {
  test('201 for a target and for your own email', async () => {
    const { id } = await addTarget()
    const answer = await call(owner, 'POST', 'messages/test', { targetId: id })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      channel: 'webhook',
      recipient: 'Channel',
      status: 'waiting',
      by: 'Staff owner',
    })
    const mail = await call(owner, 'POST', 'messages/test', { targetId: null })
    expect(mail.json()).toMatchObject({ channel: 'mail', recipient: owner.email })
  })

  test('404 for a missing target, 409 without an email server', async () => {
    expect((await call(owner, 'POST', 'messages/test', { targetId: randomUUID() })).statusCode).toBe(404)
    const answer = await callWithoutMail(owner, 'POST', 'messages/test', { targetId: null })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().code).toBe('mail_not_configured')
  })
})

describe('listMessages', () => {
  test('200 newest first, by state and page by page', async () => {
    for (const [place, status] of ['sent', 'failed', 'failed'].entries()) {
      await addMessage({ status, subject: `${place}`, created_at: new Date(place * 1000).toISOString() })
    }
    const answer = await call(owner, 'GET', 'messages?status=failed&limit=1')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject([{ subject: '2', status: 'failed', attempts: 0 }])
    expect(answer.headers['x-total-count']).toBe('2')
    const next = /<([^>]+)>/.exec(String(answer.headers.link))?.[1]?.replace('/api/admin/', '') ?? ''
    expect((await call(owner, 'GET', next)).json()).toMatchObject([{ subject: '1' }])
  })
})

describe('resendMessage', () => {
  test('200 and it is queued again with its id; a sent email is not sent twice', async () => {
    const failed = await addMessage({ attempts: 5, error: 'No' })
    const sent = await addMessage({ status: 'sent' })
    expect((await call(owner, 'POST', `messages/${failed}/resend`)).json()).toEqual({ requeued: 1 })
    const answer = await call(owner, 'POST', `messages/${sent}/resend`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ requeued: 0 })
    const [row] = (await call(owner, 'GET', 'messages?status=waiting')).json()
    expect(row).toMatchObject({ id: failed, attempts: 0 })
    expect(row).not.toHaveProperty('error')
  })

  test('404 when it does not exist', async () => {
    expect((await call(owner, 'POST', `messages/${randomUUID()}/resend`)).statusCode).toBe(404)
  })
})

describe('resendFailedMessages', () => {
  test('200 with the number requeued; messages of a deleted target stay failed', async () => {
    await addMessage()
    await addMessage({ channel: 'webhook' })
    const answer = await call(owner, 'POST', 'messages/resend-failed')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ requeued: 1, remaining: 0 })
  })
})
