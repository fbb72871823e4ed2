import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { LeadWork, ManyLeadsChange, TimelineEntry } from '@app/contract'
import { insertLead, startApp } from '../../../../test/harness.ts'

const { app, db, makeStaff, asStaff } = await startApp()
const { cookie, email } = await makeStaff()
const idOf = async (address: string): Promise<string> =>
  (await db.query('select id from staff_user where email = $1', [address])).rows[0].id
const dana = await idOf(email)

beforeEach(() => db.query('delete from lead'))

const newLead = async (changes: Record<string, unknown> = {}): Promise<string> => {
  const id = randomUUID()
  await insertLead(db, { id, ...changes })
  return id
}
const send = (method: 'PATCH' | 'PUT' | 'POST', url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method, url: `/api/admin/leads/${url}`, payload, headers: { cookie, ...headers } })
const change = (id: string, payload: object, headers?: Record<string, string>) => send('PATCH', id, payload, headers)
const read = async (url: string) => (await app.inject({ url: `/api/admin/leads/${url}`, headers: { cookie } })).json()
const workOf = async (id: string): Promise<LeadWork> => (await read(id)).work
const changesOf = async (id: string) => {
  const entries: TimelineEntry[] = await read(`${id}/timeline`)
  return entries.filter(({ kind }) => kind === 'change').map(({ changes, by }) => ({ changes, by }))
}

const untouched = {
  version: 1,
  ownerId: null,
  stage: 'new',
  lostReason: null,
  wonValue: null,
  nextStep: null,
  nextStepOn: null,
}

describe('changeLead', () => {
  test('200 with the work as it is now, and an entry that says who changed what', async () => {
    const id = await newLead()
    expect(await workOf(id)).toEqual({ id, ...untouched })
    const answer = await change(id, { ownerId: dana, stage: 'contacted', nextStep: ' Call ', nextStepOn: '2027-03-01' })
    expect(answer.statusCode).toBe(200)
    const expected = {
      ...untouched,
      id,
      version: 2,
      ownerId: dana,
      stage: 'contacted',
      nextStep: 'Call',
      nextStepOn: '2027-03-01',
    }
    expect(answer.json()).toEqual(expected)
    expect(await workOf(id)).toEqual(expected)
    expect(await changesOf(id)).toEqual([
      {
        by: 'Staff owner',
        changes: [
          { field: 'ownerId', before: null, after: dana },
          { field: 'stage', before: 'new', after: 'contacted' },
          { field: 'nextStep', before: null, after: 'Call' },
          { field: 'nextStepOn', before: null, after: '2027-03-01' },
        ],
      },
    ])
  })

  test('200 leaves members alone that it does not name, and writes nothing when nothing changes', async () => {
    const id = await newLead()
    await change(id, { ownerId: dana, nextStep: 'Call' })
    const before = await workOf(id)
    expect((await change(id, { ownerId: dana })).json()).toEqual(before)
    expect((await change(id, { nextStep: null })).json()).toEqual({ ...before, version: 3, nextStep: null })
    expect(await changesOf(id)).toHaveLength(2)
  })

  test('200 keeps the reason while it is lost, and the value while it is won', async () => {
    const id = await newLead()
    expect((await change(id, { stage: 'lost', lostReason: 'Price' })).json()).toMatchObject({ lostReason: 'Price' })
    expect((await change(id, { stage: 'lost' })).json()).toMatchObject({ lostReason: 'Price', version: 2 })
    expect((await change(id, { stage: 'won', wonValue: 1234.56 })).json()).toMatchObject({
      lostReason: null,
      wonValue: 1234.56,
    })
    expect((await change(id, { wonValue: 0.1 })).json()).toMatchObject({ wonValue: 0.1 })
    expect((await change(id, { stage: 'qualified' })).json()).toMatchObject({ wonValue: null, version: 5 })
  })

  test.each([
    [{}, ''],
    [{ stage: 'lost' }, '/lostReason'],
    [{ stage: 'lost', lostReason: '  ' }, '/lostReason'],
    [{ lostReason: 'Price' }, '/lostReason'],
    [{ wonValue: 5 }, '/wonValue'],
    [{ stage: 'won', wonValue: 0.001 }, '/wonValue'],
    [{ stage: 'won', wonValue: -1 }, '/wonValue'],
    [{ nextStepOn: '1999-12-31' }, '/nextStepOn'],
    [{ nextStepOn: '2027-02-30' }, '/nextStepOn'],
    [{ stage: 'sold' }, '/stage'],
    [{ ownerId: randomUUID() }, '/ownerId'],
    [{ status: 'won' }, '/status'],
  ])('400 for %j, and nothing is stored', async (payload, pointer) => {
    const id = await newLead()
    const answer = await change(id, payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0]).toMatchObject({ in: 'body', pointer })
    expect(await workOf(id)).toEqual({ id, ...untouched })
  })

  test('400 for an owner who may not change leads, or no longer', async () => {
    const id = await newLead()
    const viewer = await idOf((await makeStaff('viewer')).email)
    const editor = await idOf((await makeStaff('editor')).email)
    expect((await change(id, { ownerId: viewer })).statusCode).toBe(400)
    expect((await change(id, { ownerId: editor })).statusCode).toBe(200)
    await db.query('update staff_user set disabled_at = now() where id = $1', [editor])
    // Who has it already keeps it.
    expect((await change(id, { stage: 'contacted' })).json()).toMatchObject({ ownerId: editor })
    expect((await change(await newLead(), { ownerId: editor })).statusCode).toBe(400)
  })

  test('412 when somebody changed it in the meantime, and nothing is overwritten', async () => {
    const id = await newLead()
    await change(id, { nextStep: 'Call' }, { 'if-match': '"1"' })
    const late = await change(id, { nextStep: 'Write' }, { 'if-match': '"1"' })
    expect(late.statusCode).toBe(412)
    expect(late.json().code).toBe('stale')
    expect(await workOf(id)).toMatchObject({ nextStep: 'Call', version: 2 })
    expect((await change(id, { nextStep: 'Write' }, { 'if-match': '2' })).statusCode).toBe(200)
  })

  test('404 for none, and for spam', async () => {
    expect((await change(randomUUID(), { stage: 'won' })).statusCode).toBe(404)
    expect((await change(await newLead({ is_spam: true }), { stage: 'won' })).statusCode).toBe(404)
  })

  test('409 for one that was merged into another', async () => {
    const id = await newLead({ merged_into: await newLead() })
    const answer = await change(id, { stage: 'won' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().code).toBe('merged')
  })
})

describe('changeLeads', () => {
  const changeMany = (ids: readonly string[], payload: object) => send('PUT', 'work', { ids, change: payload })

  test('200 with what changed, in each timeline, and what it was before', async () => {
    const ids = [await newLead(), await newLead({ stage: 'contacted', version: 4 }), await newLead({ stage: 'won' })]
    const answer = await changeMany([...ids, ...ids], { stage: 'contacted', ownerId: dana })
    expect(answer.statusCode).toBe(200)
    const { changed, previous }: ManyLeadsChange = answer.json()
    expect(changed).toBe(3)
    expect(previous.map(({ id, stage, version }) => [id, stage, version])).toEqual([
      [ids[0], 'new', 2],
      [ids[1], 'contacted', 5],
      [ids[2], 'won', 2],
    ])
    for (const id of ids) {
      expect(await workOf(id)).toMatchObject({ stage: 'contacted', ownerId: dana })
      expect(await changesOf(id)).toHaveLength(1)
    }
    expect((await changeMany(ids, { stage: 'contacted' })).json()).toEqual({ changed: 0, previous: [] })
  })

  test('404 or 409 when one is gone or was merged, and none changes', async () => {
    const id = await newLead()
    expect((await changeMany([id, randomUUID()], { stage: 'won' })).statusCode).toBe(404)
    expect((await changeMany([id, await newLead({ merged_into: id })], { stage: 'won' })).statusCode).toBe(409)
    expect(await workOf(id)).toEqual({ id, ...untouched })
    expect(await changesOf(id)).toEqual([])
  })

  test('400 points into the change', async () => {
    const id = await newLead()
    const pointers = await Promise.all(
      [{ stage: 'lost' }, { ownerId: randomUUID() }].map(
        async (payload) => (await changeMany([id], payload)).json().errors[0].pointer,
      ),
    )
    expect(pointers).toEqual(['/change/lostReason', '/change/ownerId'])
  })
})

describe('restoreLeads', () => {
  const restore = (leads: readonly object[]) => send('PUT', 'work/previous', { leads })

  test('200 gives each lead back what it had, and says how to do it again', async () => {
    const [one, other] = [await newLead(), await newLead()]
    await change(one, { stage: 'lost', lostReason: 'Price', ownerId: dana, nextStepOn: '2027-01-01' })
    const before = [await workOf(one), await workOf(other)]
    const bulk = await send('PUT', 'work', { ids: [one, other], change: { stage: 'won', wonValue: 10, ownerId: null } })
    const undone = await restore(bulk.json().previous)
    expect(undone.statusCode).toBe(200)
    expect([await workOf(one), await workOf(other)]).toEqual(
      before.map((work) => ({ ...work, version: work.version + 2 })),
    )
    await restore(undone.json().previous)
    expect(await workOf(one)).toMatchObject({ stage: 'won', wonValue: 10, ownerId: null })
  })

  test('200 also when the owner has been disabled since', async () => {
    const id = await newLead()
    const editor = await idOf((await makeStaff('editor')).email)
    await change(id, { ownerId: editor })
    const bulk = await send('PUT', 'work', { ids: [id], change: { ownerId: dana } })
    await db.query('update staff_user set disabled_at = now() where id = $1', [editor])
    expect((await restore(bulk.json().previous)).statusCode).toBe(200)
    expect(await workOf(id)).toMatchObject({ ownerId: editor })
  })

  test('412 when one of them changed since, and none is taken back', async () => {
    const ids = [await newLead(), await newLead()]
    const { previous }: ManyLeadsChange = (await send('PUT', 'work', { ids, change: { stage: 'contacted' } })).json()
    await change(String(ids[1]), { nextStep: 'Call' })
    expect((await restore(previous)).statusCode).toBe(412)
    expect((await Promise.all(ids.map(workOf))).map(({ stage }) => stage)).toEqual(['contacted', 'contacted'])
  })

  test('400 for a lead that is named twice, an owner who never was, or work that contradicts itself', async () => {
    const id = await newLead()
    const work = await workOf(id)
    for (const leads of [[work, work], [{ ...work, ownerId: randomUUID() }], [{ ...work, stage: 'lost' }]]) {
      expect((await restore(leads)).statusCode).toBe(400)
    }
  })

  test('404 and 409 for what cannot be worked on any more', async () => {
    const id = await newLead()
    const work = await workOf(id)
    expect((await restore([{ ...work, id: randomUUID() }])).statusCode).toBe(404)
    await db.query('update lead set merged_into = $2 where id = $1', [id, await newLead()])
    expect((await restore([work])).statusCode).toBe(409)
  })
})

describe('listLeadOwners', () => {
  test('200 to everybody with those who can work on leads, and whoever still has one', async () => {
    await db.query('update staff_user set disabled_at = now() where id <> $1', [dana])
    const gone = await idOf((await makeStaff('editor')).email)
    const editor = await idOf((await makeStaff('editor')).email)
    const viewer = await makeStaff('viewer')
    await db.query("update staff_user set disabled_at = now(), name = 'Gone Example' where id = $1", [gone])
    await newLead({ owner_id: gone })
    const answer = await app.inject({ url: '/api/admin/leads/owners', headers: { cookie: viewer.cookie } })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual([
      { id: gone, name: 'Gone Example', isEnabled: false },
      { id: editor, name: 'Staff editor', isEnabled: true },
      { id: dana, name: 'Staff owner', isEnabled: true },
    ])
  })
})

describe('setLeadsSpam', () => {
  const mark = (ids: readonly string[], isSpam: boolean) => send('PUT', 'spam', { ids, isSpam })
  const spam = async () => (await read('spam')).length

  test('204 marks all of them, and the opposite brings them back', async () => {
    const ids = [await newLead(), await newLead({ is_spam: true })]
    expect((await mark(ids, true)).statusCode).toBe(204)
    expect(await spam()).toBe(2)
    expect((await mark(ids, false)).statusCode).toBe(204)
    expect(await spam()).toBe(0)
    expect(await changesOf(String(ids[0]))).toHaveLength(2)
  })

  test('404 when one is not there, and none is marked', async () => {
    expect((await mark([await newLead(), randomUUID()], true)).statusCode).toBe(404)
    expect(await spam()).toBe(0)
  })
})

test('a lead that staff mark as spam says so in its timeline', async () => {
  const id = await newLead()
  await send('PUT', `${id}/spam`, { isSpam: true })
  await send('PUT', `${id}/spam`, { isSpam: false })
  expect(await changesOf(id)).toEqual([
    { by: 'Staff owner', changes: [{ field: 'isSpam', before: 'true', after: 'false' }] },
    { by: 'Staff owner', changes: [{ field: 'isSpam', before: 'false', after: 'true' }] },
  ])
})

test('viewers read the work and change none of it', async () => {
  const id = await newLead()
  expect((await asStaff({ url: `/api/admin/leads/${id}/timeline` }, 'viewer')).statusCode).toBe(200)
  const payload = { stage: 'won' }
  expect((await asStaff({ method: 'PATCH', url: `/api/admin/leads/${id}`, payload }, 'viewer')).statusCode).toBe(403)
})
