import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addAccount, addCustomer, addLink, addMember, signInMember } from '../../../test/customers.ts'
import { anotherInstance, untilBlocked } from '../../../test/harness.ts'
import { startMessageDesk } from '../../../test/message-desk.ts'

const desk = await startMessageDesk()
const { app, db, config, mailServer, messages, work } = desk
const withoutMail = await anotherInstance(config, {})
afterAll(() => withoutMail.close())

beforeEach(() =>
  db.query('truncate rate_limit; delete from customer_member; delete from workspace; delete from customer_account'),
)

const ask = (email: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/account/sign-in-links', headers, payload: { email } })
const start = (token: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/account/sessions', headers, payload: { token } })
const call = (cookie: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers = {}) =>
  app.inject({ method, url, headers: { cookie, ...headers }, ...(payload && { payload }) })
const me = (cookie: string) => call(cookie, 'GET', '/api/account/member')
const cookieIn = (answer: Awaited<ReturnType<typeof start>>) =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join()
const tokenIn = (raw: string) => /#token=3?D?([\w-]{43})/.exec(raw.replaceAll('=\r\n', ''))?.[1] ?? ''

describe('createSignInLink', () => {
  test('204 sends a link that works once', async () => {
    const { id } = await addAccount(db)
    const { email } = await addMember(db, id, 'dana@example.com')
    expect((await ask('Dana@Example.com')).statusCode).toBe(204)
    const stored = JSON.stringify(await messages())
    await work()
    await vi.waitFor(() => expect(mailServer.mails).toHaveLength(1), 20_000)
    expect(mailServer.mails[0]?.to).toEqual([email])
    const token = tokenIn(mailServer.mails[0]?.raw ?? '')
    expect(token).toHaveLength(43)
    expect(mailServer.mails[0]?.raw.replaceAll('=\r\n', '')).toContain('http://localhost:3000/account/sign-in#token=')
    // Neither the outbox nor any other table contains it.
    expect(stored).not.toContain(token)
    expect(JSON.stringify(await messages())).not.toContain(token)
    expect((await start(token)).statusCode).toBe(201)
    expect((await start(token)).statusCode).toBe(410)
  })

  test('204 for an unknown email is indistinguishable, and nothing is sent or kept', async () => {
    const { id } = await addAccount(db)
    await addMember(db, id, 'dana@example.com')
    const [known, unknown] = [await ask('dana@example.com'), await ask('nobody@example.com')]
    const shown = ({ statusCode, body, headers }: typeof known) => ({
      statusCode,
      body,
      headers: Object.keys(headers).toSorted(),
    })
    expect(shown(unknown)).toEqual(shown(known))
    // The request does the same for both: it writes one row, and does not look up the member.
    expect((await messages()).map(({ kind, status }) => [kind, status])).toEqual([
      ['sign_in', 'waiting'],
      ['sign_in', 'waiting'],
    ])
    await work()
    await vi.waitFor(async () => expect(await messages()).toMatchObject([{ status: 'sent' }]), 20_000)
    expect(mailServer.mails.map(({ to }) => to)).toEqual([['dana@example.com']])
  })

  test('204 sends no outdated link, and at most three in 15 minutes', async () => {
    const { id } = await addAccount(db)
    await addMember(db, id, 'dana@example.com')
    await ask('dana@example.com')
    await db.query(`update message set created_at = now() - interval '31 minutes'`)
    for (let n = 0; n < 5; n += 1) await ask('dana@example.com')
    await work()
    await vi.waitFor(
      async () => expect((await messages()).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']),
      20_000,
    )
    expect(mailServer.mails).toHaveLength(3)
  })

  test('429 after too many attempts, counted by address and by email', async () => {
    const strict = await anotherInstance(config, { SMTP_URL: mailServer.url, RATE_LIMIT_SIGN_INS_PER_MINUTE: '3' })
    const tried: number[] = []
    for (let n = 0; n < 4; n += 1) {
      const payload = { email: 'dana@example.com' }
      tried.push((await strict.inject({ method: 'POST', url: '/api/account/sign-in-links', payload })).statusCode)
    }
    await strict.close()
    expect(tried).toEqual([204, 204, 204, 429])
  })

  test('409 without an email server, for every email', async () => {
    const answer = await withoutMail.inject({
      method: 'POST',
      url: '/api/account/sign-in-links',
      payload: { email: 'nobody@example.com' },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'mail_not_configured'])
  })
})

describe('createMember', () => {
  test('429 after three invitations to one email in 15 minutes, even if the member was removed in between', async () => {
    const { cookie } = await addCustomer(app, db)
    const invite = (email = 'erika@example.com') =>
      call(cookie, 'POST', '/api/account/members', { name: 'Erika', email })
    for (let n = 0; n < 3; n += 1) {
      const { member } = (await invite()).json()
      await call(cookie, 'DELETE', `/api/account/members/${member.id}`)
    }
    const refused = await invite()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    expect((await messages()).map(({ kind }) => kind)).toEqual(['invitation', 'invitation', 'invitation'])
    expect((await invite('e@example.com')).statusCode).toBe(201)
    await db.query(`update message set created_at = now() - interval '15 minutes'`)
    expect((await invite()).statusCode).toBe(201)
  })
})

describe('createMemberSession', () => {
  test('201 with a session for the member only, with a new id, stored as its hash', async () => {
    const { id } = await addAccount(db)
    const member = await addMember(db, id)
    const planted = 'member=planted-by-somebody'
    const answer = await start(await addLink(db, member.id), { cookie: planted })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      id: member.id,
      email: member.email,
      account: { id, name: 'Tulsa Roofing Example', suspended: false },
      session: { idleMinutes: 480 },
    })
    expect(answer.cookies).toMatchObject([{ name: 'member', httpOnly: true, sameSite: 'Lax', path: '/' }])
    const cookie = cookieIn(answer)
    expect(cookie).not.toContain('planted')
    expect((await me(planted)).statusCode).toBe(401)
    expect((await me(cookie)).json()).toEqual({ ...answer.json(), session: expect.any(Object) })
    const { rows } = await db.query(
      'select staff_id, member_id, encode(id_hash, $1) as hash from staff_session where member_id is not null',
      ['escape'],
    )
    expect(rows).toMatchObject([{ staff_id: null, member_id: member.id }])
    expect(decodeURIComponent(cookie)).not.toContain(rows[0].hash)
    // It opens nothing for staff, and a staff session opens nothing here.
    expect((await call(cookie.replace('member=', 'sid='), 'GET', '/api/auth/user')).statusCode).toBe(401)
    expect((await me((await desk.cookieOf()).replace('sid=', 'member='))).statusCode).toBe(401)
  })

  test('201 with a new session id, which ends the previous session', async () => {
    const { cookie, member } = await addCustomer(app, db)
    const again = await start(await addLink(db, member.id), { cookie })
    expect(cookieIn(again)).not.toBe(cookie)
    expect((await me(cookie)).statusCode).toBe(401)
    expect((await me(cookieIn(again))).statusCode).toBe(200)
  })

  test('410 for a used, expired, or made-up token, or for that of a removed member; 201 voids the others', async () => {
    const { id } = await addAccount(db)
    const member = await addMember(db, id)
    const [first, second, old] = [
      await addLink(db, member.id),
      await addLink(db, member.id),
      await addLink(db, member.id, '-1 second'),
    ]
    expect((await start(old)).statusCode).toBe(410)
    expect((await start(first)).statusCode).toBe(201)
    for (const token of [first, second, 'a'.repeat(43)]) {
      const answer = await start(token)
      expect([answer.statusCode, answer.json().code]).toEqual([410, 'sign_in_link_used'])
    }
    const last = await addLink(db, member.id)
    await db.query('delete from customer_member')
    expect((await start(last)).statusCode).toBe(410)
  })

  test('410 for a member who is removed during the request', async () => {
    const { id } = await addAccount(db)
    const member = await addMember(db, id)
    const token = await addLink(db, member.id)
    await addLink(db, member.id)
    // The first link is already used when the second one, which is locked, must be deleted.
    await db.query('begin')
    await db.query('select from sign_in_challenge where hash <> sha256($1) for update', [token])
    const answer = start(token)
    await untilBlocked(db, 1)
    await db.query('delete from customer_member')
    await db.query('commit')
    expect((await answer).statusCode).toBe(410)
  })

  test('201 for one of two who use a link at the same time', async () => {
    const { id } = await addAccount(db)
    const member = await addMember(db, id)
    const token = await addLink(db, member.id)
    const answers = await Promise.all(Array.from({ length: 6 }, () => start(token)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 410, 410, 410, 410, 410,
    ])
  })
})

describe('getCurrentMember', () => {
  test('200 with the account, even while it is suspended', async () => {
    const { cookie, id, member } = await addCustomer(app, db)
    const shown = { id: member.id, account: { id, suspended: false }, timeZone: 'America/New_York' }
    expect((await me(cookie)).json()).toMatchObject(shown)
    await db.query('update customer_account set suspended = true')
    expect((await me(cookie)).json()).toMatchObject({ account: { suspended: true } })
  })

  test('401 if the session is idle or too old by the database clock, or its member is removed', async () => {
    for (const end of [
      `update staff_session set seen_at = now() - interval '481 minutes'`,
      `update staff_session set created_at = now() - interval '169 hours'`,
      'delete from customer_member',
    ]) {
      const { cookie } = await addCustomer(app, db)
      expect((await me(cookie)).statusCode).toBe(200)
      await db.query(end)
      expect((await me(cookie)).statusCode).toBe(401)
    }
  })
})

describe('listMemberSessions', () => {
  test('200 with the current session first', async () => {
    const { cookie, member } = await addCustomer(app, db)
    await signInMember(app, db, member.id)
    await addCustomer(app, db)
    const listed = (await call(cookie, 'GET', '/api/account/sessions')).json()
    expect(listed.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true, false])
  })
})

describe('deleteMemberSession', () => {
  test('200 ends another session of one’s own, 404 for an unknown one, and 409 for the current one', async () => {
    const { cookie, member } = await addCustomer(app, db)
    const other = await signInMember(app, db, member.id)
    const end = (id: string) => call(cookie, 'DELETE', `/api/account/sessions/${id}`)
    const [current, { id }] = (await call(cookie, 'GET', '/api/account/sessions')).json()
    expect((await me(other)).statusCode).toBe(200)
    expect((await end(id)).json()).toMatchObject([{ isCurrent: true }])
    expect((await me(other)).statusCode).toBe(401)
    expect((await end(randomUUID())).statusCode).toBe(404)
    expect((await end(current.id)).json()).toMatchObject({ status: 409, code: 'own_session' })
  })
})

describe('deleteOtherMemberSessions', () => {
  test('200 ends every other session of this member only', async () => {
    const { cookie, member } = await addCustomer(app, db)
    const stranger = await addCustomer(app, db)
    const others = [await signInMember(app, db, member.id), await signInMember(app, db, member.id)]
    expect((await call(cookie, 'DELETE', '/api/account/sessions')).json()).toHaveLength(1)
    const left = await Promise.all([cookie, stranger.cookie, ...others].map(async (one) => (await me(one)).statusCode))
    expect(left).toEqual([200, 200, 401, 401])
  })
})

describe('deleteCurrentMemberSession', () => {
  test('204 signs out', async () => {
    const { cookie } = await addCustomer(app, db)
    const answer = await call(cookie, 'DELETE', '/api/account/session')
    expect(answer.statusCode).toBe(204)
    expect(answer.cookies).toMatchObject([{ name: 'member', value: '', maxAge: 0, path: '/' }])
    expect((await me(cookie)).statusCode).toBe(401)
  })
})
