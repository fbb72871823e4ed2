import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SampleRequest, SampleRequestHistoryEntry } from '@app/contract'
import { insertLead, startApp } from '../../../test/harness.ts'
import { erasePerson } from '../privacy/person.ts'

const { db, orm, asStaff, postSample } = await startApp()

const adminUrl = '/api/admin/print-samples'
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

const put = (path: string, payload: object, headers = {}, role: 'owner' | 'editor' = 'owner') =>
  asStaff({ method: 'PUT', url: `${adminUrl}/${path}`, payload, headers }, role)
const change = (id: string, payload: object, headers = {}) =>
  asStaff({ method: 'PATCH', url: `${adminUrl}/${id}`, payload, headers })
const historyOf = async (id: string) =>
  (await asStaff({ method: 'GET', url: `${adminUrl}/${id}/history` })).json<SampleRequestHistoryEntry[]>()
const listed = async (query = '') =>
  (await asStaff({ method: 'GET', url: `${adminUrl}${query}` })).json<SampleRequest[]>()
const idsOf = (requests: { id: string }[]) => requests.map(({ id }) => id).toSorted()

const refs = (ids: readonly string[], versions: readonly number[] = []) =>
  ids.map((id, place) => ({ id, ...(versions[place] && { version: versions[place] }) }))
const patchAll = (records: object[], patch: object, role: 'owner' | 'editor' = 'owner') =>
  asStaff({ method: 'PATCH', url: adminUrl, payload: { records, patch } }, role)
const revert = (group: unknown, role: 'owner' | 'editor' = 'owner') =>
  asStaff({ method: 'POST', url: `/api/admin/changes/${String(group)}/revert` }, role)

beforeEach(() => db.query('truncate sample_request, record_change, message, inbox_item'))

describe('updateSampleRequestProcessed', () => {
  test('200 with who marked it and when, and without both once it is pending again', async () => {
    const id = await postSample()
    const marked = (await put(id, { processed: true })).json()
    expect(marked).toMatchObject({ processedBy: 'Staff owner', processedAt: instant })
    // Repeating it keeps the first time.
    expect((await put(id, { processed: true })).json()).toEqual(marked)
    const pending = (await put(id, { processed: false })).json()
    expect(pending).not.toHaveProperty('processedBy')
    expect(pending).not.toHaveProperty('processedAt')
  })

  test('412 for the second of two who mark the same request, who did not see the first mark', async () => {
    const id = await postSample()
    const [one, two] = await Promise.all([
      put(id, { processed: true }, { 'if-match': '"1"' }),
      put(id, { processed: true }, { 'if-match': '"1"' }, 'editor'),
    ])
    expect([one.statusCode, two.statusCode].toSorted((a, b) => a - b)).toEqual([200, 412])
    const first = one.statusCode === 200 ? 'Staff owner' : 'Staff editor'
    expect(await listed()).toMatchObject([{ processed: true, processedBy: first, changedBy: first, version: 2 }])
  })
})

describe('updateSampleRequests', () => {
  test('200 marks all of them, skips deleted ones, and can be reversed', async () => {
    const ids = [await postSample(), await postSample(), await postSample()]
    const answer = await patchAll(refs([...ids, randomUUID()]), { processed: true })
    expect(answer.statusCode).toBe(200)
    expect(idsOf(answer.json())).toEqual(ids.toSorted())
    expect(await listed('?processed=true')).toEqual(
      ids.toReversed().map((id) => expect.objectContaining({ id, processedBy: 'Staff owner', processedAt: instant })),
    )
    expect((await patchAll(refs(ids), { processed: false })).statusCode).toBe(200)
    expect(await listed('?processed=true')).toEqual([])
  })

  test('200 neither marks nor shows spam', async () => {
    const id = await postSample({ website: 'https://spam.example' })
    expect((await patchAll(refs([id]), { processed: true })).json()).toEqual([])
    expect((await db.query('select processed from sample_request')).rows).toEqual([{ processed: false }])
  })

  test('400 for no requests, more than 200, an invalid id, and an address for several requests', async () => {
    const many = Array.from({ length: 201 }, () => randomUUID())
    for (const ids of [[], ['x'], many])
      expect([ids.length, (await patchAll(refs(ids), { processed: true })).statusCode]).toEqual([ids.length, 400])
    const both = [await postSample(), await postSample()]
    expect((await patchAll(refs(both), { processed: true, city: 'Reno' })).statusCode).toBe(400)
    expect(await listed('?processed=true')).toEqual([])
  })
})

describe('a printed label', () => {
  test('200 with who printed them and when, also in the export', async () => {
    const [id] = [await postSample(), await postSample()]
    const answer = await patchAll(refs([id]), { printed: true })
    expect(answer.json()).toEqual([expect.objectContaining({ id, printedBy: 'Staff owner', printedAt: instant })])
    expect((await listed()).map(({ printedBy }) => printedBy)).toEqual([undefined, 'Staff owner'])
    const { body } = await asStaff({ method: 'GET', url: `${adminUrl}/export` })
    expect(body).toMatch(/,false,,,,\d{4}-[^,]+,Staff owner,/)
  })

  test('200 also marks the request as processed, in one change, and removes the mark', async () => {
    const id = await postSample()
    const [both] = (await patchAll(refs([id], [1]), { printed: true, processed: true })).json()
    expect(both).toMatchObject({ printedBy: 'Staff owner', processedBy: 'Staff owner', version: 2 })
    const taken = (await change(id, { printed: false }, { 'if-match': '2' })).json()
    expect(taken).toMatchObject({ processed: true, version: 3 })
    expect(taken).not.toHaveProperty('printedBy')
  })

  test('412 for the second of two who print the same requests at the same time, and none of its requests change', async () => {
    const ids = [await postSample(), await postSample(), await postSample()]
    const print = (some: string[], role: 'owner' | 'editor') => patchAll(refs(some, [1, 1]), { printed: true }, role)
    const answers = await Promise.all([print(ids.slice(0, 2), 'owner'), print(ids.slice(1).toReversed(), 'editor')])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
    const printers = (await listed()).map(({ printedBy }) => printedBy).filter(Boolean)
    expect(printers).toHaveLength(2)
    expect(new Set(printers).size).toBe(1)
  })
})

describe('updateSampleRequest', () => {
  test('200 with the stored tracking number, without the ZIP Code before it, and without a number after it is removed', async () => {
    const id = await postSample()
    const stored = '9400111899223100001234'
    const answer = await change(id, { trackingNumber: ' 9400 1118-9922 3100 0012 34', processed: true })
    const marked = { trackingNumber: stored, processed: true, processedBy: 'Staff owner', version: 2 }
    expect(answer.json()).toMatchObject(marked)
    expect((await asStaff({ method: 'GET', url: `${adminUrl}/export` })).body).toContain(`,true,${stored},`)
    const bare = (await change(id, { trackingNumber: null })).json()
    expect(bare).not.toHaveProperty('trackingNumber')
    expect(bare).toMatchObject({ processed: true })
    expect((await change(id, { trackingNumber: `42002138${stored}` })).json()).toMatchObject({ trackingNumber: stored })
  })

  test('412 after a colleague has changed it', async () => {
    const id = await postSample()
    await put(id, { processed: true })
    expect((await change(id, { trackingNumber: '12345678' }, { 'if-match': '1' })).statusCode).toBe(412)
    expect((await listed())[0]).not.toHaveProperty('trackingNumber')
    expect((await change(id, { trackingNumber: '12345678' }, { 'if-match': '2' })).statusCode).toBe(200)
  })

  test('400 for an invalid tracking number, and 404 for a missing request', async () => {
    const id = await postSample()
    for (const trackingNumber of ['1234567', '=cmd()', '1'.repeat(41)])
      expect([trackingNumber, (await change(id, { trackingNumber })).statusCode]).toEqual([trackingNumber, 400])
    expect((await change(randomUUID(), { processed: true })).statusCode).toBe(404)
    expect((await put(randomUUID(), { processed: true }, { 'if-match': '1' })).statusCode).toBe(404)
  })
})

describe('Undo of marks', () => {
  test('200 restores the previous marks and who set them, and undoing that reapplies the change', async () => {
    const ids = [await postSample(), await postSample()]
    const first = (await patchAll(refs(ids.slice(0, 1)), { printed: true }, 'editor')).json<SampleRequest[]>()
    const again = await patchAll(refs(ids), { printed: true })
    const undone = await revert(again.headers['change-group'])
    expect(undone.json()).toMatchObject({ changed: 2 })
    const [other, one] = await listed()
    expect(one).toMatchObject({
      printedBy: 'Staff editor',
      printedAt: first[0]?.printedAt,
      version: 4,
      changedBy: 'Staff owner',
    })
    expect(other).not.toHaveProperty('printedAt')
    await revert(undone.headers['change-group'])
    expect((await listed()).map(({ printedBy }) => printedBy)).toEqual(['Staff owner', 'Staff owner'])
    expect((await historyOf(ids[0] ?? '')).map(({ kind }) => kind)).toEqual(['undo', 'undo', 'change', 'change'])
  })

  test('200 skips records erased since', async () => {
    const ids = [await postSample(), await postSample()]
    const marked = await patchAll(refs(ids), { processed: true })
    await db.query('delete from sample_request where id = $1', [ids[0]])
    expect((await revert(marked.headers['change-group'])).json()).toMatchObject({ changed: 1 })
    expect(await listed('?processed=false')).toMatchObject([{ id: ids[1] }])
  })
})

describe('listSampleRequestHistory', () => {
  test('200 with who set and removed which mark, newest first', async () => {
    const id = await postSample()
    expect(await historyOf(id)).toEqual([])
    await patchAll(refs([id]), { printed: true, processed: true }, 'editor')
    await put(id, { processed: false })
    const mark = { at: instant, byId: expect.any(String) }
    expect(await historyOf(id)).toEqual([
      {
        ...mark,
        kind: 'change',
        by: 'Staff owner',
        version: 3,
        changes: [{ field: 'processed', before: 'true', after: 'false' }],
      },
      {
        ...mark,
        kind: 'change',
        by: 'Staff editor',
        version: 2,
        changes: [
          { field: 'printedAt', before: null, after: instant },
          { field: 'processed', before: 'false', after: 'true' },
        ],
      },
    ])
  })

  test('200 with the last 20 changes of a request that is marked often', async () => {
    const id = await postSample()
    for (let turn = 0; turn < 22; turn += 1) await put(id, { processed: turn % 2 === 0 })
    const versions = (await historyOf(id)).map(({ version }) => version)
    expect(versions).toEqual(Array.from({ length: 20 }, (_, place) => 23 - place))
  })

  test('404 when it does not exist or is spam', async () => {
    const spam = await postSample({ website: 'https://spam.example' })
    for (const id of [spam, randomUUID()]) {
      expect((await asStaff({ method: 'GET', url: `${adminUrl}/${id}/history` })).statusCode).toBe(404)
    }
  })
})

describe('a late request', () => {
  const ago = (id: string, days: number) =>
    db.query('update sample_request set created_at = now() - make_interval(days => $2) where id = $1', [id, days])

  test('200 with its age, in the list and in the counts, until it is processed', async () => {
    const [id, fresh] = [await postSample(), await postSample()]
    await ago(id, 6)
    expect(await listed('?late=true')).toEqual([
      expect.objectContaining({ id, isLate: true, waitingDays: expect.any(Number) }),
    ])
    const [other] = await listed('?late=false')
    expect(other).toMatchObject({ id: fresh })
    for (const name of ['isLate', 'version', 'changedBy']) expect(other).not.toHaveProperty(name)
    const counts = async () => (await asStaff({ method: 'GET', url: `${adminUrl}/counts` })).json()
    expect(await counts()).toMatchObject({ pending: 2, late: 1, toPrint: 2, printed: 0 })
    await change(id, { printed: true })
    expect(await counts()).toMatchObject({ late: 1, toPrint: 1, printed: 1 })
    expect(idsOf(await listed('?printed=true'))).toEqual([id])
    await put(id, { processed: true })
    expect(await counts()).toMatchObject({ late: 0, printed: 0, processed: 1 })
    expect(await listed('?late=true')).toEqual([])
    expect((await listed('?processed=true'))[0]).not.toHaveProperty('waitingDays')
  })
})

describe('listSampleRequests', () => {
  test('200 with these requests only, for any number', async () => {
    const ids = [await postSample(), await postSample()]
    await postSample()
    expect(idsOf(await listed(`?ids=${ids.join()}`))).toEqual(ids.toSorted())
    expect(await listed(`?ids=${randomUUID()}`)).toEqual([])
  })
})

describe('updateSampleRequest', () => {
  test('200 with a corrected address, which its history lists and Undo reverts', async () => {
    const id = await postSample()
    const [before] = await listed()
    const corrected = { addressLine1: '7 Sample Road', city: 'Reno', state: 'nevada', zip: '89510' }
    const answer = await change(id, { ...corrected, addressLine2: ' ' }, { 'if-match': '1' })
    expect(answer.json()).toMatchObject({ ...corrected, state: 'NV', stateNeedsReview: false, version: 2 })
    const history = (await asStaff({ method: 'GET', url: `${adminUrl}/${id}/history` })).json()
    expect(history[0].changes).toContainEqual({ field: 'city', before: before?.city, after: 'Reno' })
    expect((await change(id, { state: 'Nowhere' })).json()).toMatchObject({ state: 'Nowhere', stateNeedsReview: true })
    const undo = String((await change(id, { state: 'CA', zip: '90001' })).headers['change-group'])
    expect((await asStaff({ method: 'POST', url: `/api/admin/changes/${undo}/revert` })).statusCode).toBe(200)
    expect(await listed()).toMatchObject([{ city: 'Reno', state: 'Nowhere', zip: '89510', stateNeedsReview: true }])
  })
})

test('an erasure also finds the corrected address', async () => {
  const id = await postSample()
  const [request] = await listed()
  await change(id, { addressLine1: '7 Sample Road' })
  await insertLead(db, {
    email: 'other@example.com',
    message: `Sent to ${request?.addressLine1}, not to 7 Sample Road.`,
  })
  await erasePerson(orm.em.fork(), { email: request?.email ?? '' })
  const { rows } = await db.query('select message from lead')
  expect(rows).toEqual([{ message: 'Sent to [erased], not to [erased].' }])
})
