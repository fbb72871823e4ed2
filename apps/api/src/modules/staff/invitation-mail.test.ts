import { beforeEach, expect, test, vi } from 'vitest'
import { startMessageDesk } from '../../../test/message-desk.ts'

const { app, db, asStaff, mailServer, messages, work, hurry } = await startMessageDesk()

beforeEach(() => db.query('truncate staff_invitation'))

const nia = { email: 'Nia@Example.com', name: 'Nia Example', role: 'editor' }
const invite = () => asStaff({ method: 'POST', url: '/api/admin/staff-invitations', payload: nia })
const arrive = () => vi.waitFor(() => expect(mailServer.mails).toHaveLength(1), { timeout: 20_000, interval: 20 })
const linkIn = (raw = '') =>
  /\/api\/set-password\?link=[\w-]{43}/.exec(raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0]

test('an invitation is sent by email, and its link opens the account', async () => {
  const answer = await invite()
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toEqual({ expiresAt: expect.any(String) })
  await work()
  await arrive()
  expect(mailServer.mails[0]?.to).toEqual(['nia@example.com'])
  const link = linkIn(mailServer.mails[0]?.raw) ?? ''
  const page = await app.inject({ url: link })
  expect(page.body).toContain('nia@example.com')
  const stored = JSON.stringify(await messages())
  expect(stored).toContain('staff_invitation')
  expect(stored).not.toContain(link.split('=')[1])
})

test('after a new link is created, a queued email does not void it', async () => {
  mailServer.setMood('lost')
  await invite()
  await work()
  await arrive()
  const [invitation] = (await asStaff({ url: '/api/admin/staff-invitations' })).json()
  await vi.waitFor(async () => expect((await messages())[0].attempts).toBe(1), { timeout: 20_000, interval: 20 })
  const renewed = await asStaff({ method: 'POST', url: `/api/admin/staff-invitations/${invitation.id}/renew` })
  mailServer.setMood('well')
  hurry()
  await vi.waitFor(async () => expect((await messages())[0].status).toBe('canceled'))
  const page = await app.inject({ url: renewed.json().path })
  expect(page.statusCode).toBe(200)
})

test('a revoked invitation is not sent', async () => {
  await invite()
  const [invitation] = (await asStaff({ url: '/api/admin/staff-invitations' })).json()
  await asStaff({ method: 'DELETE', url: `/api/admin/staff-invitations/${invitation.id}` })
  await work()
  await vi.waitFor(async () => expect(await messages()).toEqual([]), { timeout: 20_000 })
  expect(mailServer.mails).toEqual([])
})
