import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SampleRequestHistoryEntry } from '@app/contract'
import { headerOf } from '../../../test/mail-server.ts'
import { startMessageDesk } from '../../../test/message-desk.ts'

const { db, mailServer, asStaff, call, messages, notice, work, hurry, postSample, become } = await startMessageDesk()
beforeEach(() => db.query('update lead_routing_setting set mails_requesters = true'))

const number = '9400111899223100001234'
const change = (id: string, payload: object) =>
  asStaff({ method: 'PATCH', url: `/api/admin/print-samples/${id}`, payload })
const groupOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['change-group'])
const undo = async (group: string) => groupOf(await call('POST', `changes/${group}/revert`))
const mark = (id: string, patch: object) => call('PATCH', 'print-samples', { records: [{ id }], patch })
const historyOf = async (id: string) =>
  (await call('GET', `print-samples/${id}/history`)).json<SampleRequestHistoryEntry[]>()
/** The emails after all changes are processed. */
const mails = async () => {
  await notice()
  return messages()
}
const states = async () => (await mails()).map(({ status }) => status)
const plain = (raw: string) => raw.replaceAll(/=\r\n/g, '')

describe('a request that is marked as processed', () => {
  test('notifies the requester once, with number and link, as text and HTML', async () => {
    const id = await postSample({ firstName: 'Ada', email: 'ada@example.com' })
    expect((await change(id, { processed: true, trackingNumber: number })).statusCode).toBe(200)
    await change(id, { processed: false })
    await change(id, { processed: true })
    await change(id, { processed: true, notifyRequester: true })
    expect(await states()).toEqual(['canceled', 'waiting'])
    // Nothing is sent while it can be undone.
    const [{ wait }] = (
      await db.query(`select extract(epoch from not_before - now()) as wait from message where status = 'waiting'`)
    ).rows
    expect(Number(wait)).toBeGreaterThan(30)
    await work()
    hurry()
    await vi.waitFor(async () => expect(await states()).toEqual(['canceled', 'sent']), 20_000)
    const [mail, second] = mailServer.mails
    expect(second).toBeUndefined()
    expect(mail?.to).toEqual(['ada@example.com'])
    expect(mail && headerOf(mail, 'Subject')).toBe('Your samples are on their way')
    expect(mail && headerOf(mail, 'Auto-Submitted')).toBe('auto-generated')
    const text = plain(mail?.raw ?? '')
    expect(text).toContain('Hello Ada,')
    expect(text).toContain('Carrier: USPS')
    expect(text).toContain(`Track your package: https://tools.usps.com/go/TrackConfirmAction?tLabels=3D${number}`)
    expect(text).toContain('Content-Type: text/html')
    expect(text).not.toContain('12 Example Street')
    // Marking it again sends nothing more, regardless of who asks.
    await change(id, { processed: false })
    await change(id, { processed: true, notifyRequester: true })
    expect(await states()).toEqual(['canceled', 'sent'])
    const [first] = (await historyOf(id)).filter(({ kind }) => kind === 'mail')
    expect(first).toMatchObject({ kind: 'mail', by: 'Staff owner', mailStatus: 'sent', changes: [] })
    expect((await call('GET', 'messages')).json()[0]).toMatchObject({ kind: 'samples_sent', sampleRequestId: id })
  })

  test('sends a changed number only when staff ask for it', async () => {
    const id = await postSample()
    await change(id, { processed: true, trackingNumber: number })
    await notice()
    await work()
    hurry()
    await become('sent')
    await change(id, { trackingNumber: 'AB12345678' })
    expect(await states()).toEqual(['sent'])
    await change(id, { notifyRequester: true })
    await become('sent', 2)
    expect(plain(mailServer.mails[1]?.raw ?? '')).toContain('Tracking number: AB12345678')
    await change(id, { notifyRequester: true })
    expect(await states()).toEqual(['sent', 'sent'])
  })

  test('a number entered before the email is sent goes into the same email', async () => {
    const id = await postSample()
    await change(id, { processed: true })
    await change(id, { trackingNumber: number, notifyRequester: true })
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(JSON.stringify(mail.content)).toContain(number)
  })

  test('cancels the email with Undo before it is sent, and sends it after all when that is undone', async () => {
    const id = await postSample()
    const marked = groupOf(await mark(id, { printed: true, processed: true }))
    expect(await states()).toEqual(['waiting'])
    const undone = await undo(marked)
    expect(await mails()).toMatchObject([{ status: 'canceled', error: 'The request was marked as pending again.' }])
    const redone = await undo(undone)
    expect(await states()).toEqual(['canceled', 'waiting'])
    const [{ id: canceled }] = await mails()
    expect((await call('POST', `messages/${canceled}/resend`)).json()).toEqual({ requeued: 0 })
    await work()
    hurry()
    await vi.waitFor(async () => expect(await states()).toEqual(['canceled', 'sent']), 20_000)
    await undo(redone)
    expect(await states()).toEqual(['canceled', 'sent'])
  })

  test('is not sent if staff, the setting, or a missing email server prevent it', async () => {
    const ids = [await postSample(), await postSample(), await postSample()]
    await mark(ids[0] ?? '', { processed: true, notifyRequester: false })
    expect(await mails()).toEqual([])
    const { version } = (await call('GET', 'lead-routing-settings')).json()
    const settings = { confirmsVisitors: false, mailsRequesters: false, assigneeIds: [] }
    const saved = await call('PUT', 'lead-routing-settings', settings, { 'if-match': `"${version}"` })
    expect(saved.json()).toMatchObject({ mailsRequesters: false })
    // A client that does not know the setting does not change it.
    const older = await call('PUT', 'lead-routing-settings', { confirmsVisitors: false, assigneeIds: [] })
    expect(older.json()).toMatchObject({ mailsRequesters: false })
    await call('PUT', `print-samples/${ids[1]}`, { processed: true })
    expect(await mails()).toEqual([])
    await call('PUT', `print-samples/${ids[2]}`, { processed: true, notifyRequester: true })
    expect(await states()).toEqual(['waiting'])
  })

  test('sends no mail for spam, even if it is detected before the email is sent', async () => {
    const spam = await postSample({ website: 'https://spam.example' })
    await mark(spam, { processed: true, notifyRequester: true })
    expect(await mails()).toEqual([])
    const id = await postSample()
    await change(id, { processed: true })
    await notice()
    await call('PUT', `print-samples/${id}/spam`, { isSpam: true })
    expect(await mails()).toMatchObject([{ status: 'canceled', error: 'The request was marked as spam.' }])
  })

  test('is sent after all when the spam mark is undone or cleared, unless it was canceled for another reason', async () => {
    const id = await postSample()
    const setSpam = (isSpam: boolean) => call('PUT', `print-samples/${id}/spam`, { isSpam })
    await change(id, { processed: true })
    await notice()
    const spam = groupOf(await setSpam(true))
    expect(await states()).toEqual(['canceled'])
    await undo(spam)
    expect(await states()).toEqual(['canceled', 'waiting'])
    // Both are processed together.
    await setSpam(true)
    await setSpam(false)
    expect(await states()).toEqual(['canceled', 'canceled', 'waiting'])
    await change(id, { processed: false })
    await notice()
    await change(id, { processed: true, notifyRequester: false })
    await undo(groupOf(await setSpam(true)))
    expect(await states()).toEqual(['canceled', 'canceled', 'canceled'])
  })

  test('gets one email, even when many people mark it at the same time', async () => {
    const id = await postSample()
    await Promise.all(Array.from({ length: 5 }, () => change(id, { processed: true, notifyRequester: true })))
    expect(await states()).toEqual(['waiting'])
  })
})
