import { randomUUID } from 'node:crypto'
import type { LeadReport } from '@app/contract'
import { describe, expect, test } from 'vitest'
import { insertLead } from '../../../test/harness.ts'
import { startMessageApi } from '../../../test/message-api.ts'

const { db, editor, viewer, call, callWithoutMail } = await startMessageApi()

const template = (changes: object = {}) => ({ name: 'Reply', subject: 'Hello', body: 'Dear {{firstName}}', ...changes })

const changed = { changedBy: 'Staff editor', changedAt: expect.any(String) }

describe('createReplyTemplate', () => {
  test('201 with the template', async () => {
    const answer = await call(editor, 'POST', 'reply-templates', template())
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ id: expect.any(String), ...template(), version: 1, ...changed })
  })

  test('400 for an unknown merge field', async () => {
    const answer = await call(editor, 'POST', 'reply-templates', template({ body: 'Dear {{fristName}}' }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toMatchObject([{ pointer: '/body' }])
  })

  test('409 when there are two hundred', async () => {
    await db.query(
      `insert into reply_template (id, name, subject, body) select gen_random_uuid(), 'T', 'S', 'B' from generate_series(1, 200)`,
    )
    expect((await call(editor, 'POST', 'reply-templates', template())).statusCode).toBe(409)
  })
})

describe('listReplyTemplates', () => {
  test('200 by name', async () => {
    await call(editor, 'POST', 'reply-templates', template({ name: 'Zebra' }))
    await call(editor, 'POST', 'reply-templates', template({ name: 'apple' }))
    const answer = await call(viewer, 'GET', 'reply-templates')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject([{ name: 'apple' }, { name: 'Zebra' }])
  })
})

describe('updateReplyTemplate', () => {
  test('200 with its current state, 412 when it has changed since, 404 when it does not exist', async () => {
    const { id } = (await call(editor, 'POST', 'reply-templates', template())).json()
    const answer = await call(editor, 'PUT', `reply-templates/${id}`, template({ name: 'New' }), { 'if-match': '1' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ id, ...template({ name: 'New' }), version: 2, ...changed })
    expect((await call(editor, 'PUT', `reply-templates/${id}`, template(), { 'if-match': '1' })).statusCode).toBe(412)
    expect((await call(editor, 'PUT', `reply-templates/${randomUUID()}`, template())).statusCode).toBe(404)
  })
})

describe('deleteReplyTemplate', () => {
  test('204, then 404', async () => {
    const { id } = (await call(editor, 'POST', 'reply-templates', template())).json()
    expect((await call(editor, 'DELETE', `reply-templates/${id}`)).statusCode).toBe(204)
    expect((await call(editor, 'DELETE', `reply-templates/${id}`)).statusCode).toBe(404)
  })
})

const leadWith = async (changes: Record<string, unknown> = {}): Promise<string> => {
  await insertLead(db, changes)
  return (await db.query('select id from lead order by created_at desc, id desc limit 1')).rows[0].id
}
const reply = (changes: object = {}) => ({
  subject: 'Your postcards, {{firstName}}',
  body: 'Dear {{firstName}} of {{company|your company}},\n\n{{myName}}',
  ...changes,
})

describe('previewLeadReply', () => {
  test('200 with merge fields filled once, and a subject of one line', async () => {
    const id = await leadWith({ first_name: '{{email}}\nX' })
    const answer = await call(editor, 'POST', `leads/${id}/replies/preview`, reply())
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      to: 'dana@example.com',
      subject: 'Your postcards, {email}} X',
      body: 'Dear {email}}\nX of your company,\n\nStaff editor',
    })
  })

  test('200 with the volume in words', async () => {
    const id = await leadWith({ volume: '5000-25000' })
    const answer = await call(editor, 'POST', `leads/${id}/replies/preview`, reply({ body: '{{volume}} a month' }))
    expect(answer.json().body).toBe('5,000–24,999 a month')
  })

  test('400 for an unknown merge field, 404 when the lead does not exist', async () => {
    const id = await leadWith()
    for (const name of ['nope', 'toString', 'constructor', '__proto__']) {
      const answer = await call(editor, 'POST', `leads/${id}/replies/preview`, reply({ subject: `{{${name}}}` }))
      expect(answer.statusCode).toBe(400)
    }
    expect((await call(editor, 'POST', `leads/${randomUUID()}/replies/preview`, reply())).statusCode).toBe(404)
  })
})

describe('createLeadReply', () => {
  test('201 with the timeline entry; the email is queued, and answers go to the sender', async () => {
    const id = await leadWith({ company: 'Example Co' })
    const answer = await call(editor, 'POST', `leads/${id}/replies`, reply())
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      kind: 'mail_out',
      leadId: id,
      by: 'Staff editor',
      subject: 'Your postcards, Dana',
      text: 'Dear Dana of Example Co,\n\nStaff editor',
      mailStatus: 'waiting',
    })
    const timeline = (await call(editor, 'GET', `leads/${id}/timeline`)).json()
    expect(timeline.find(({ kind }: { kind: string }) => kind === 'mail_out')).toEqual(answer.json())
    const { rows } = await db.query('select recipient, content from message')
    expect(rows).toMatchObject([{ recipient: 'dana@example.com', content: { replyTo: { address: editor.email } } }])
  })

  test('201, and the report counts the time to the first reply', async () => {
    const id = await leadWith()
    await db.query("update lead set created_at = now() - interval '2 hours' where id = $1", [id])
    const counted = async () => {
      const { firstReplies } = (await call(editor, 'GET', 'report')).json<LeadReport>()
      return firstReplies.filter(({ leads }) => leads > 0)
    }
    expect(await counted()).toEqual([{ firstReply: 'none', leads: 1 }])
    await call(editor, 'POST', `leads/${id}/replies`, reply())
    expect(await counted()).toEqual([{ firstReply: 'day', leads: 1 }])
    await db.query("update lead set first_reply_at = created_at + interval '80 hours'")
    await call(editor, 'POST', `leads/${id}/replies`, reply({ body: 'Again' }))
    expect(await counted()).toEqual([{ firstReply: 'later', leads: 1 }])
    expect((await call(editor, 'GET', 'leads?firstReplies=later')).json()).toMatchObject([{ id }])
  })

  test('201 with the same reply when the key is repeated, although the lead was edited since', async () => {
    const id = await leadWith({ company: 'Example Co' })
    const key = { 'idempotency-key': randomUUID() }
    const send = (changes: object = {}) => call(editor, 'POST', `leads/${id}/replies`, reply(changes), key)
    const first = await send()
    await db.query("update lead set company = 'Another Example Co' where id = $1", [id])
    const again = await send()
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
    expect((await send({ body: 'Dear {{firstName}}' })).statusCode).toBe(422)
    expect((await db.query('select id from message')).rows).toHaveLength(1)
  })

  test('404 when the lead does not exist, 409 when it was merged or there is no email server', async () => {
    expect((await call(editor, 'POST', `leads/${randomUUID()}/replies`, reply())).statusCode).toBe(404)
    const id = await leadWith()
    const merged = await leadWith({ merged_into: id })
    expect((await call(editor, 'POST', `leads/${merged}/replies`, reply())).statusCode).toBe(409)
    const answer = await callWithoutMail(editor, 'POST', `leads/${id}/replies`, reply())
    expect(answer.json()).toMatchObject({ status: 409, code: 'mail_not_configured' })
  })
})
