import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { StaffAccount } from '@app/contract'
import { password, postSignIn, startApp } from '../../../test/harness.ts'
import { commandLine } from './account-events.ts'
import { setEnabled, setRole } from './staff.service.ts'

const { app, orm, db, makeStaff } = await startApp()

beforeEach(() => db.query('delete from staff_user; truncate record_change'))

const put = (cookie: string, id: string, what: 'role' | 'enabled', payload: object) =>
  app.inject({ method: 'PUT', url: `/api/admin/staff/${id}/${what}`, headers: { cookie }, payload })
const list = async (cookie: string): Promise<StaffAccount[]> =>
  (await app.inject({ method: 'GET', url: '/api/admin/staff', headers: { cookie } })).json()
const audit = async (cookie: string) =>
  (await app.inject({ method: 'GET', url: '/api/admin/changes', headers: { cookie } })).json()
const isSignedIn = async (cookie: string) =>
  (await app.inject({ method: 'GET', url: '/api/auth/user', headers: { cookie } })).statusCode === 200

describe('listStaff', () => {
  test('200 with every account by name, without its password', async () => {
    const owner = await makeStaff()
    const viewer = await makeStaff('viewer')
    await db.query('update staff_user set disabled_at = now() where id = $1', [viewer.id])
    expect(await list(owner.cookie)).toEqual([
      {
        id: owner.id,
        email: owner.email,
        name: 'Staff owner',
        role: 'owner',
        isEnabled: true,
        hasSecondFactor: false,
        lastSignInAt: expect.stringMatching(/Z$/),
        createdAt: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ id: viewer.id, role: 'viewer', isEnabled: false }),
    ])
  })
})

describe('updateStaffRole', () => {
  test('200 applies from the next request on, and is logged once', async () => {
    const owner = await makeStaff()
    const editor = await makeStaff('editor')
    const answer = await put(owner.cookie, editor.id, 'role', { role: 'viewer' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ id: editor.id, role: 'viewer' })
    const write = { method: 'POST', url: '/api/admin/leads/retry-sync', headers: { cookie: editor.cookie } } as const
    expect((await app.inject(write)).statusCode).toBe(403)
    await put(owner.cookie, editor.id, 'role', { role: 'viewer' })
    expect(await audit(owner.cookie)).toEqual([
      {
        id: expect.any(String),
        groupId: expect.any(String),
        recordType: 'account',
        action: 'role',
        actor: 'Staff owner',
        actorId: owner.id,
        recordName: 'Staff editor',
        recordId: editor.id,
        changes: [{ field: 'role', before: 'editor', after: 'viewer' }],
        createdAt: expect.any(String),
      },
    ])
  })

  test('409 for oneself, even if another owner would remain; 404 when it does not exist', async () => {
    const owner = await makeStaff()
    await makeStaff()
    const own = await put(owner.cookie, owner.id, 'role', { role: 'viewer' })
    expect(own.statusCode).toBe(409)
    expect(own.json()).toMatchObject({ code: 'own_account' })
    expect((await put(owner.cookie, owner.id, 'role', { role: 'owner' })).statusCode).toBe(200)
    expect((await put(owner.cookie, randomUUID(), 'role', { role: 'owner' })).statusCode).toBe(404)
    expect(await audit(owner.cookie)).toEqual([])
  })

  test('409 and 403 when two owners demote each other at the same time: one owner is left', async () => {
    const [first, second] = [await makeStaff(), await makeStaff()]
    const answers = await Promise.all([
      put(first.cookie, second.id, 'role', { role: 'viewer' }),
      put(second.cookie, first.id, 'role', { role: 'viewer' }),
    ])
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '403'])
    const { rows } = await db.query("select 1 from staff_user where role = 'owner'")
    expect(rows).toHaveLength(1)
  })
})

describe('updateStaffEnabled', () => {
  test('200 ends the sessions immediately, voids the reset link, and can be undone', async () => {
    const owner = await makeStaff()
    const viewer = await makeStaff('viewer')
    await app.inject({
      method: 'POST',
      url: `/api/admin/staff/${viewer.id}/password-reset`,
      headers: { cookie: owner.cookie },
    })
    const closed = await put(owner.cookie, viewer.id, 'enabled', { isEnabled: false })
    expect(closed.json()).toMatchObject({ isEnabled: false })
    expect(await isSignedIn(viewer.cookie)).toBe(false)
    expect((await db.query('select 1 from staff_session where staff_id = $1', [viewer.id])).rows).toEqual([])
    expect((await db.query('select 1 from password_reset')).rows).toEqual([])
    expect((await postSignIn(app, { email: viewer.email, password })).statusCode).toBe(401)

    expect((await put(owner.cookie, viewer.id, 'enabled', { isEnabled: true })).json()).toMatchObject({
      isEnabled: true,
    })
    expect(await isSignedIn(viewer.cookie)).toBe(false)
    expect((await postSignIn(app, { email: viewer.email, password })).statusCode).toBe(303)
    const actions = (await audit(owner.cookie)).map(({ action }: { action: string }) => action)
    expect(actions).toEqual(['enable', 'disable', 'reset'])
  })

  test('409 for oneself, 404 when it does not exist', async () => {
    const owner = await makeStaff()
    await makeStaff()
    expect((await put(owner.cookie, owner.id, 'enabled', { isEnabled: false })).json()).toMatchObject({
      status: 409,
      code: 'own_account',
    })
    expect(await isSignedIn(owner.cookie)).toBe(true)
    expect((await put(owner.cookie, randomUUID(), 'enabled', { isEnabled: false })).statusCode).toBe(404)
  })

  test('409 for the last enabled owner, even from the command line', async () => {
    const owner = await makeStaff()
    const closed = await makeStaff()
    await put(owner.cookie, closed.id, 'enabled', { isEnabled: false })
    const em = orm.em.fork()
    await expect(setEnabled(em, commandLine, owner.id, false)).rejects.toMatchObject({
      status: 409,
      code: 'last_owner',
    })
    await expect(setRole(em, commandLine, owner.id, 'editor')).rejects.toMatchObject({ code: 'last_owner' })
    expect(await isSignedIn(owner.cookie)).toBe(true)
  })
})

describe('listChanges', () => {
  test('200 newest first, page by page; changes by the command line have no account', async () => {
    const owner = await makeStaff()
    const editor = await makeStaff('editor')
    await setRole(orm.em.fork(), commandLine, editor.id, 'viewer')
    await put(owner.cookie, editor.id, 'enabled', { isEnabled: false })
    const page = (query: string) =>
      app.inject({ method: 'GET', url: `/api/admin/changes${query}`, headers: { cookie: owner.cookie } })
    const first = await page('?limit=1')
    expect(first.headers['x-total-count']).toBe('2')
    expect(first.json()).toMatchObject([{ action: 'disable', actorId: owner.id }])
    const next = /<[^?]*(\?[^>]*)>/.exec(String(first.headers.link))?.[1] ?? ''
    const [entry] = (await page(next)).json()
    expect(entry).toMatchObject({ action: 'role', actor: 'Command line' })
    expect(entry).not.toHaveProperty('actorId')
  })

  test('200 after the account is deleted: the name is kept', async () => {
    const owner = await makeStaff()
    const editor = await makeStaff('editor')
    await put(owner.cookie, editor.id, 'role', { role: 'viewer' })
    await db.query('delete from staff_user where id = $1', [editor.id])
    const [entry] = await audit(owner.cookie)
    expect(entry).toMatchObject({ recordType: 'account', recordId: editor.id, recordName: 'Staff editor' })
  })
})
