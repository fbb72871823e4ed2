import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/harness.ts'

const { app, db, makeStaff } = await startApp()
const owner = await makeStaff('owner')
const editor = await makeStaff('editor')
const viewer = await makeStaff('viewer')

beforeEach(() => db.query('delete from lead_view'))

const input = (changes: object = {}) => ({ name: 'Mine', query: 'owner=me&due=today', isShared: false, ...changes })
const url = '/api/admin/lead-views'
const call = (
  who: { cookie: string },
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  id = '',
  payload?: object,
  ifMatch?: string,
) =>
  app.inject({
    method,
    url: id ? `${url}/${id}` : url,
    headers: { cookie: who.cookie, ...(ifMatch && { 'if-match': ifMatch }) },
    ...(payload && { payload }),
  })
const listed = async (who: { cookie: string }) => (await call(who, 'GET')).json()

const changed = { changedBy: expect.any(String), changedAt: expect.stringMatching(/Z$/) }

describe('createLeadView', () => {
  test('201 with the view, even for a viewer', async () => {
    const answer = await call(viewer, 'POST', '', input())
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ id: expect.any(String), ...input(), isOwn: true, version: 1, ...changed })
    expect(await listed(viewer)).toEqual([answer.json()])
  })

  test.each([[{ name: '' }], [{ name: ' ' }], [{ query: 'a b' }], [{ query: '<' }], [{ query: 'x'.repeat(1001) }]])(
    '400 for %j',
    async (changes) => {
      expect((await call(owner, 'POST', '', input(changes))).statusCode).toBe(400)
    },
  )

  test('409 when a person has fifty, even with concurrent requests', async () => {
    await db.query(
      `insert into lead_view (id, staff_id, name, query)
       select gen_random_uuid(), staff_user.id, 'View', '' from staff_user, generate_series(1, 49) where email = $1`,
      [editor.email],
    )
    const answers = await Promise.all(Array.from({ length: 3 }, () => call(editor, 'POST', '', input())))
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['201', '409', '409'])
    expect((await call(owner, 'POST', '', input())).statusCode).toBe(201)
  })
})

describe('listLeadViews', () => {
  test('200 with your own and shared views, by name, and who shared them', async () => {
    await call(owner, 'POST', '', input({ name: 'Zebra', isShared: true }))
    await call(owner, 'POST', '', input({ name: 'Secret' }))
    await call(editor, 'POST', '', input({ name: 'apple' }))
    expect(await listed(editor)).toMatchObject([
      { name: 'apple', isOwn: true },
      { name: 'Zebra', isOwn: false, by: 'Staff owner' },
    ])
    expect((await listed(editor))[0]).not.toHaveProperty('by')
    expect(await listed(viewer)).toMatchObject([{ name: 'Zebra' }])
  })
})

describe('updateLeadView', () => {
  test('200 with the updated view', async () => {
    const { id } = (await call(owner, 'POST', '', input())).json()
    const answer = await call(owner, 'PUT', id, input({ name: 'Ours', isShared: true }), '"1"')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      id,
      ...input({ name: 'Ours', isShared: true }),
      isOwn: true,
      version: 2,
      ...changed,
    })
    expect(await listed(owner)).toEqual([answer.json()])
  })

  test('412 when it has changed since, 404 when it is not yours or does not exist', async () => {
    const { id } = (await call(owner, 'POST', '', input({ isShared: true }))).json()
    await call(owner, 'PUT', id, input())
    expect((await call(owner, 'PUT', id, input(), '1')).statusCode).toBe(412)
    expect((await call(editor, 'PUT', id, input())).statusCode).toBe(404)
    expect((await call(owner, 'PUT', randomUUID(), input())).statusCode).toBe(404)
  })
})

describe('deleteLeadView', () => {
  test('204 for your own view, and for an owner any shared one', async () => {
    const own = (await call(editor, 'POST', '', input())).json()
    const shared = (await call(editor, 'POST', '', input({ isShared: true }))).json()
    expect((await call(owner, 'DELETE', own.id)).statusCode).toBe(404)
    expect((await call(viewer, 'DELETE', shared.id)).statusCode).toBe(404)
    expect((await call(editor, 'DELETE', own.id)).statusCode).toBe(204)
    expect((await call(owner, 'DELETE', shared.id)).statusCode).toBe(204)
    expect((await call(owner, 'DELETE', shared.id)).statusCode).toBe(404)
    expect(await listed(editor)).toEqual([])
  })
})
