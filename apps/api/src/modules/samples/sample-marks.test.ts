import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SampleRequest } from '@app/contract'
import { sampleRequestInput, startApp } from '../../../test/harness.ts'

const { app, db, asStaff } = await startApp()

const adminUrl = '/api/admin/print-samples'
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

const post = async (changes: Record<string, unknown> = {}): Promise<string> =>
  (await app.inject({ method: 'POST', url: '/api/print-samples', payload: sampleRequestInput(changes) })).json().id
const put = (path: string, payload: object) => asStaff({ method: 'PUT', url: `${adminUrl}/${path}`, payload })
const listed = async (query = '') =>
  (await asStaff({ method: 'GET', url: `${adminUrl}${query}` })).json<SampleRequest[]>()
const idsOf = (requests: { id: string }[]) => requests.map(({ id }) => id).toSorted()

beforeEach(() => db.query('truncate sample_request'))

describe('setSampleRequestProcessed', () => {
  test('200 with who marked it and when, and with neither once it is pending again', async () => {
    const id = await post()
    const marked = (await put(id, { processed: true })).json()
    expect(marked).toMatchObject({ processedBy: 'Staff owner', processedAt: instant })
    // The same again keeps the first time.
    expect((await put(id, { processed: true })).json()).toEqual(marked)
    const pending = (await put(id, { processed: false })).json()
    expect(pending).not.toHaveProperty('processedBy')
    expect(pending).not.toHaveProperty('processedAt')
  })
})

describe('setSampleRequestsProcessed', () => {
  test('200 marks all of them, leaves out what is gone, and goes back the same way', async () => {
    const ids = [await post(), await post(), await post()]
    const answer = await put('processed', { ids: [...ids, randomUUID()], processed: true })
    expect(answer.statusCode).toBe(200)
    expect(idsOf(answer.json())).toEqual(ids.toSorted())
    expect(await listed('?processed=true')).toEqual(
      ids.toReversed().map((id) => expect.objectContaining({ id, processedBy: 'Staff owner', processedAt: instant })),
    )
    expect((await put('processed', { ids, processed: false })).statusCode).toBe(200)
    expect(await listed('?processed=true')).toEqual([])
  })

  test('200 neither marks nor shows spam', async () => {
    const id = await post({ website: 'https://spam.example' })
    expect((await put('processed', { ids: [id], processed: true })).json()).toEqual([])
    expect((await db.query('select processed from sample_request')).rows).toEqual([{ processed: false }])
  })

  test('500 marks none of them when one cannot be marked', async () => {
    const ids = [await post(), await post({ city: 'Nowhere' }), await post()]
    await db.query("alter table sample_request add constraint refuses check (city <> 'Nowhere' or not processed)")
    const answer = await put('processed', { ids, processed: true })
    await db.query('alter table sample_request drop constraint refuses')
    expect(answer.statusCode).toBe(500)
    expect(await listed('?processed=true')).toEqual([])
  })

  test.each([[[]], [['x']], [Array.from({ length: 201 }, () => randomUUID())]])('400 for the ids %j', async (ids) => {
    expect((await put('processed', { ids, processed: true })).statusCode).toBe(400)
  })
})

describe('setSampleRequestsPrinted', () => {
  test('200 with who printed them and when, also in the file', async () => {
    const [id] = [await post(), await post()]
    const answer = await put('printed', { ids: [id] })
    expect(answer.json()).toEqual([expect.objectContaining({ id, printedBy: 'Staff owner', printedAt: instant })])
    expect((await listed()).map(({ printedBy }) => printedBy)).toEqual([undefined, 'Staff owner'])
    const { body } = await asStaff({ method: 'GET', url: `${adminUrl}/export` })
    expect(body).toMatch(/,false,,,\d{4}-[^,]+,Staff owner,/)
  })
})

describe('listSampleRequests', () => {
  test('200 with these requests only, whatever their number', async () => {
    const ids = [await post(), await post()]
    await post()
    expect(idsOf(await listed(`?ids=${ids.join()}`))).toEqual(ids.toSorted())
    expect(await listed(`?ids=${randomUUID()}`)).toEqual([])
  })

  test('400 for ids that are none', async () => {
    expect((await asStaff({ method: 'GET', url: `${adminUrl}?ids=${randomUUID()},x` })).statusCode).toBe(400)
  })
})
