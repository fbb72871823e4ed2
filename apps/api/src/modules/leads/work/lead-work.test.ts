import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { LeadPipeline, TimelineEntry } from '@app/contract'
import { insertLead, startApp } from '../../../../test/harness.ts'

const { app, db, makeStaff, asStaff } = await startApp()
const { cookie, id: dana } = await makeStaff()

beforeEach(() => db.query('delete from lead'))

const newLead = (changes: Record<string, unknown> = {}) => insertLead(db, changes)
const send = (method: 'PATCH' | 'PUT' | 'POST', url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method, url: `/api/admin/leads/${url}`, payload, headers: { cookie, ...headers } })
const change = (id: string, payload: object, headers?: Record<string, string>) => send('PATCH', id, payload, headers)
const read = async (url: string) => (await app.inject({ url: `/api/admin/leads/${url}`, headers: { cookie } })).json()
const workOf = async (id: string): Promise<LeadPipeline> => (await read(id)).pipeline
const changesOf = async (id: string) => {
  const entries: TimelineEntry[] = await read(`${id}/timeline`)
  return entries.filter(({ kind }) => kind === 'change').map(({ changes, by }) => ({ changes, by }))
}

/** For a lead that was just changed. */
const changed = { changedBy: 'Staff owner', changedAt: expect.stringMatching(/Z$/) }

const untouched = {
  version: 1,
  ownerId: null,
  stage: 'new',
  lostReason: null,
  lostNote: null,
  wonValue: null,
  nextStep: null,
  nextStepOn: null,
}

describe('updateLead', () => {
  test('200 with the updated pipeline fields, and an entry that says who changed what', async () => {
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
      ...changed,
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

  test('200 keeps members that are not in the body, and writes nothing when nothing changes', async () => {
    const id = await newLead()
    await change(id, { ownerId: dana, nextStep: 'Call' })
    const before = await workOf(id)
    expect((await change(id, { ownerId: dana })).json()).toEqual(before)
    expect((await change(id, { nextStep: null })).json()).toEqual({ ...before, ...changed, version: 3, nextStep: null })
    expect(await changesOf(id)).toHaveLength(2)
  })

  test('200 keeps the reason while it is lost, and the value while it is won', async () => {
    const id = await newLead()
    const lost = { stage: 'lost', lostReason: 'price', lostNote: 'Half of ours' }
    expect((await change(id, { ...lost, lostNote: ' Half of ours ' })).json()).toMatchObject(lost)
    expect((await change(id, { stage: 'lost' })).json()).toMatchObject({ ...lost, version: 2 })
    expect((await change(id, { stage: 'won', wonValue: 1234.56 })).json()).toMatchObject({
      lostReason: null,
      lostNote: null,
      wonValue: 1234.56,
    })
    expect((await change(id, { wonValue: 0.1 })).json()).toMatchObject({ wonValue: 0.1 })
    expect((await change(id, { stage: 'qualified' })).json()).toMatchObject({ wonValue: null, version: 5 })
  })

  test.each([
    [{}, ''],
    [{ stage: 'lost' }, '/lostReason'],
    [{ stage: 'lost', lostReason: 'Too expensive' }, '/lostReason'],
    [{ lostReason: 'price' }, '/lostReason'],
    [{ stage: 'won', lostNote: 'Half of ours' }, '/lostNote'],
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

  test('400 for an owner who may not change leads, or may no longer', async () => {
    const id = await newLead()
    const { id: viewer } = await makeStaff('viewer')
    const { id: editor } = await makeStaff('editor')
    expect((await change(id, { ownerId: viewer })).statusCode).toBe(400)
    expect((await change(id, { ownerId: editor })).statusCode).toBe(200)
    await db.query('update staff_user set disabled_at = now() where id = $1', [editor])
    // The current owner may stay.
    expect((await change(id, { stage: 'contacted' })).json()).toMatchObject({ ownerId: editor })
    expect((await change(await newLead(), { ownerId: editor })).statusCode).toBe(400)
  })

  test('412 when it was changed in the meantime, and overwrites nothing', async () => {
    const id = await newLead()
    await change(id, { nextStep: 'Call' }, { 'if-match': '"1"' })
    const late = await change(id, { nextStep: 'Write' }, { 'if-match': '"1"' })
    expect(late.statusCode).toBe(412)
    expect(late.json().code).toBe('stale')
    expect(await workOf(id)).toMatchObject({ nextStep: 'Call', version: 2 })
    expect((await change(id, { nextStep: 'Write' }, { 'if-match': '2' })).statusCode).toBe(200)
  })

  test('404 for a missing lead, and for spam', async () => {
    expect((await change(randomUUID(), { stage: 'won' })).statusCode).toBe(404)
    expect((await change(await newLead({ is_spam: true }), { stage: 'won' })).statusCode).toBe(404)
  })

  test('409 for a lead that was merged into another', async () => {
    const id = await newLead({ merged_into: await newLead() })
    const answer = await change(id, { stage: 'won' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().code).toBe('lead_merged')
  })
})

describe('updateLeads', () => {
  const updateMany = (records: readonly object[], patch: object) =>
    app.inject({ method: 'PATCH', url: '/api/admin/leads', headers: { cookie }, payload: { records, patch } })
  const refs = (ids: readonly string[]) => ids.map((id) => ({ id }))

  test('200 with the leads that changed, each with a timeline entry', async () => {
    const ids = [await newLead(), await newLead({ stage: 'contacted', version: 4 }), await newLead({ stage: 'won' })]
    const answer = await updateMany(refs(ids), { stage: 'contacted', ownerId: dana })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ changed: 3, records: [2, 5, 2].map((version, n) => ({ id: ids[n], version })) })
    for (const id of ids) {
      expect(await workOf(id)).toMatchObject({ stage: 'contacted', ownerId: dana })
      expect(await changesOf(id)).toHaveLength(1)
    }
    const again = await updateMany(refs(ids), { stage: 'contacted' })
    expect(again.json()).toEqual({ changed: 0, records: [] })
    expect(again.headers).not.toHaveProperty('change-group')
  })

  test('404, 409 or 412 when one lead is gone, was merged or has changed, and none changes', async () => {
    const id = await newLead()
    expect((await updateMany(refs([id, randomUUID()]), { stage: 'won' })).statusCode).toBe(404)
    expect((await updateMany(refs([id, await newLead({ merged_into: id })]), { stage: 'won' })).statusCode).toBe(409)
    const other = await newLead()
    await change(other, { nextStep: 'Call' })
    const late = await updateMany(
      [
        { id, version: 1 },
        { id: other, version: 1 },
      ],
      { stage: 'won' },
    )
    expect(late.statusCode).toBe(412)
    expect(late.json().records).toEqual([
      { id: other, version: 2, changedBy: 'Staff owner', changedAt: expect.stringMatching(/Z$/) },
    ])
    expect(await workOf(id)).toEqual({ id, ...untouched })
    expect(await changesOf(id)).toEqual([])
  })

  test('400 points into the patch, or at a duplicate lead', async () => {
    const id = await newLead()
    const pointerOf = async (records: readonly object[], patch: object) =>
      (await updateMany(records, patch)).json().errors[0].pointer
    expect(await pointerOf(refs([id]), { stage: 'lost' })).toBe('/patch/lostReason')
    expect(await pointerOf(refs([id]), { ownerId: randomUUID() })).toBe('/patch/ownerId')
    expect(await pointerOf(refs([id, id]), { stage: 'won' })).toBe('/records/1/id')
  })
})

describe('listLeadOwners', () => {
  test('200 for every role with those who can work on leads, and those who still own one', async () => {
    await db.query('update staff_user set disabled_at = now() where id <> $1', [dana])
    const { id: gone } = await makeStaff('editor')
    const { id: editor } = await makeStaff('editor')
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

describe('updateLeadsSpam', () => {
  const mark = (ids: readonly string[], isSpam: boolean) =>
    send('PUT', 'spam', { records: ids.map((id) => ({ id })), patch: { isSpam } })
  const spam = async () => (await read('spam')).length

  test('204 marks all of them, and clearing the mark restores them', async () => {
    const ids = [await newLead(), await newLead({ is_spam: true })]
    expect((await mark(ids, true)).statusCode).toBe(204)
    expect(await spam()).toBe(2)
    expect((await mark(ids, false)).statusCode).toBe(204)
    expect(await spam()).toBe(0)
    expect(await changesOf(String(ids[0]))).toHaveLength(2)
  })

  test('412 when one lead has changed since, and none is marked', async () => {
    const [one, other] = [await newLead(), await newLead()]
    await send('PATCH', other, { stage: 'contacted' })
    const records = [one, other].map((id) => ({ id, version: 1 }))
    expect((await send('PUT', 'spam', { records, patch: { isSpam: true } })).statusCode).toBe(412)
    expect(await spam()).toBe(0)
  })

  test('404 when one lead does not exist, and none is marked', async () => {
    expect((await mark([await newLead(), randomUUID()], true)).statusCode).toBe(404)
    expect(await spam()).toBe(0)
  })
})

test('the timeline of a lead records that staff marked it as spam', async () => {
  const id = await newLead()
  await send('PUT', `${id}/spam`, { isSpam: true })
  await send('PUT', `${id}/spam`, { isSpam: false })
  expect(await changesOf(id)).toEqual([
    { by: 'Staff owner', changes: [{ field: 'isSpam', before: 'true', after: 'false' }] },
    { by: 'Staff owner', changes: [{ field: 'isSpam', before: 'false', after: 'true' }] },
  ])
})

test('viewers can read the pipeline fields but not change them', async () => {
  const id = await newLead()
  expect((await asStaff({ url: `/api/admin/leads/${id}/timeline` }, 'viewer')).statusCode).toBe(200)
  const payload = { stage: 'won' }
  expect((await asStaff({ method: 'PATCH', url: `/api/admin/leads/${id}`, payload }, 'viewer')).statusCode).toBe(403)
})
